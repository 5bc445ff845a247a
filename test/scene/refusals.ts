/** Scenes that are refused, and the line that says so. */
import { createSimulation, RivuletError, type SceneInput } from 'rivulet';
import { describe, expect, test } from 'vitest';

export type Case = readonly [what: string, scene: unknown, line: string];

/** One test a case, under the name of its group. */
export function testRefusals(groups: Readonly<Record<string, readonly Case[]>>): void {
  describe.each(Object.entries(groups))('%s', (_, cases) => {
    test.each(cases)('%s is refused in one line', (_what, scene, line) => {
      expect(refusal(scene)).toBe(line);
    });
  });
}

/** The line with which a scene is refused. Scenes come from anywhere, so `input` is of any type. */
export function refusal(input: unknown): string {
  try {
    createSimulation(input as SceneInput);
  } catch (error) {
    expect(error).toBeInstanceOf(RivuletError);
    return (error as RivuletError).message;
  }
  return 'accepted';
}

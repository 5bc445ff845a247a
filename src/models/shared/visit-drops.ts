import type { Drops } from '../../core/drops.js';
import type { StateVisitor } from '../../core/state-visitor.js';

/** Visits the drops, with all that only bodies have or without it. */
export function visitDrops(visitor: StateVisitor, drops: Drops, bodies: boolean): void {
  const count = visitor.number(drops.count);
  const movingCount = visitor.number(drops.movingCount);
  const nextId = visitor.number(drops.nextId);
  const all = bodies ? [...drops.columns(), ...drops.bodyColumns()] : drops.columns();
  const columns = all.map((column) => visitor.array(column.subarray(0, drops.count)));
  visitor.check(columns.every(({ length }) => length === count) && movingCount <= count);
  drops.takeOver(count, movingCount, nextId, columns);
}

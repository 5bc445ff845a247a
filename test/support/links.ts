/** Links of pages, and the anchors that they may lead to. */
import { posix } from 'node:path';

export interface Link {
  /** As written. */
  readonly link: string;
  /** The file or folder, from the root of the repository. */
  readonly target: string;
  /** What follows `#`, or nothing. */
  readonly anchor: string;
}

/** Where links and pictures of a page lead, code left out, and other sites too: nothing is asked of a network. */
export function linksOf(page: string, text: string): Link[] {
  const found = page.endsWith('.html')
    ? [...text.matchAll(/\s(?:src|href)="([^"]+)"/g)]
    : [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|\s(?:src|href)="([^"]+)"/g)];
  return found
    .map(([, link, attribute]) => link ?? attribute)
    .filter((link) => !/^(https?|data|mailto):/.test(link))
    .map((link) => {
      const [path, anchor = ''] = link.split('#');
      return { link, anchor, target: path ? posix.join(posix.dirname(page), path) : page };
    });
}

function withoutCode(text: string): string {
  return text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
}

/** The anchors of a page's headings, as sites of repositories make them: of two equal ones the second ends in `-1`. */
export function anchorsOf(text: string): Set<string> {
  const counts = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading] of text.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
    const before = counts.get(anchor) ?? 0;
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
    counts.set(anchor, before + 1);
  }
  for (const [, id] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

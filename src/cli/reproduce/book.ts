/** The book: one HTML file with everything in it. */
import type { Chapter, Experiment, Finding, Row } from './experiment.js';
import { drawPlot, escapeText } from './plot.js';

/** An experiment with what it found. */
export interface Result {
  readonly experiment: Experiment;
  readonly finding: Finding;
}

export interface BookPart {
  readonly chapter: Chapter;
  readonly results: readonly Result[];
}

/** Numbers of a book: rows that agree, that differ, and that are only shown. */
export function countRows(parts: readonly BookPart[]): { agree: number; differ: number; shown: number } {
  const rows = parts.flatMap(({ results }) => results.flatMap(({ finding }) => finding.rows ?? []));
  const agree = rows.filter((row) => row.agrees === true).length;
  const differ = rows.filter((row) => row.agrees === false).length;
  return { agree, differ, shown: rows.length - agree - differ };
}

export function bookHtml(parts: readonly BookPart[], about: string): string {
  const { agree, differ, shown } = countRows(parts);
  const contents = parts.map(({ chapter, results }) => {
    const items = results.map(({ experiment: { id, title } }) => `<li><a href="#${id}">${escapeText(title)}</a></li>`);
    return `<li><a href="#${chapter.name}">${escapeText(chapter.title)}</a><ul>${items.join('')}</ul></li>`;
  });
  const summary = `${agree} numbers agree, ${differ} differ, ${shown} are shown without a verdict (such as times on other machines).`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rivulet: the papers reproduced</title><style>${STYLE}</style></head><body><main>
<h1>The papers reproduced</h1><p>${escapeText(about)}</p><p><strong>${summary}</strong></p>
<nav><ul>${contents.join('')}</ul></nav>
${parts.map(chapterHtml).join('\n')}
</main></body></html>
`;
}

function chapterHtml({ chapter, results }: BookPart): string {
  return `<h2 id="${chapter.name}">${escapeText(chapter.title)}</h2><p>${escapeText(chapter.about)}</p>${results.map((result) => resultHtml(result, chapter.name === 'validation')).join('\n')}`;
}

/** @param measured against a law or measurement, not a figure of a paper */
function resultHtml({ experiment, finding }: Result, measured: boolean): string {
  const { rows = [], pictures = [], plots = [], why } = finding;
  const figures = pictures.map(
    ({ caption, type, bytes }) =>
      `<figure><img src="data:${type};base64,${Buffer.from(bytes).toString('base64')}" alt="${escapeText(caption)}"><figcaption>${escapeText(caption)}</figcaption></figure>`,
  );
  return `<section id="${experiment.id}"><h3>${escapeText(experiment.title)}</h3>
<p><b>${measured ? 'Source' : 'The paper'}:</b> ${escapeText(experiment.paper)}</p>
${rows.length > 0 ? tableHtml(rows, measured) : ''}
${figures.length > 0 ? `<div class="pictures">${figures.join('')}</div>` : ''}
${plots.map((plot) => `<div class="plot">${drawPlot(plot)}</div>`).join('')}
${why ? `<p><b>Remark:</b> ${escapeText(why)}</p>` : ''}
<pre>${escapeText(experiment.command)}</pre></section>`;
}

function tableHtml(rows: readonly Row[], measured: boolean): string {
  const lines = rows.map(({ what, unit, paper, ours, error, tolerance, agrees }) => {
    const number = typeof ours === 'number' ? Number(ours.toPrecision(4)).toString() : ours;
    const spread = error ? ` ± ${error}` : '';
    const verdict = agrees === undefined ? 'shown' : agrees ? 'agrees' : 'differs';
    const cells = [what, unit || '–', paper, number + spread, tolerance ?? '–'].map(
      (text) => `<td>${escapeText(text)}</td>`,
    );
    return `<tr class="${verdict}">${cells.join('')}<td>${verdict}</td></tr>`;
  });
  return `<table><thead><tr><th>quantity</th><th>unit</th><th>${measured ? 'target' : 'paper'}</th><th>ours ± error</th><th>tolerance</th><th>verdict</th></tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;color:#222;background:#fafafa;margin:0}main{max-width:60rem;margin:auto;padding:1rem}
h2{margin-top:3rem;border-bottom:2px solid #0072b2}section{margin:2rem 0}table{border-collapse:collapse;background:#fff;width:100%}
td,th{border:1px solid #ccc;padding:.3rem .5rem;text-align:left;font-size:.9rem}.agrees td:last-child{background:#d7f0df}.differs td:last-child{background:#fbd9c8;font-weight:600}
.pictures{display:flex;flex-wrap:wrap;gap:.7rem;margin:.7rem 0}figure{margin:0;max-width:100%}img{max-width:100%;display:block}figcaption{font-size:.85rem;color:#444;max-width:30rem}
pre{background:#eee;padding:.5rem;overflow:auto}.plot svg{max-width:42rem;width:100%;height:auto}nav{columns:2}`;

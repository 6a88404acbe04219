/** `report.html`: one file, without script and without anything fetched (T23). */
import { countsOf, failures, ofArea, type Report, type Result, summaryOf, type VersionReport } from '../report.js';
import { outcomes } from '../outcome.js';
import { areaNames, areas } from '../row.js';
import { escaped } from './escape.js';

const style = `
body { font: 16px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; color: #1a1a1a; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 1.2rem 0 0.3rem; }
table { border-collapse: collapse; width: 100%; } td, th { padding: 0.15rem 0.4rem; text-align: right; border-bottom: 1px solid #ccc; }
td:first-child, th:first-child { text-align: left; } .scroll { overflow-x: auto; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f4f4; padding: 0.5rem; font-size: 0.85rem; }
dl { margin: 0.3rem 0; } dt { font-weight: 600; } dd { margin: 0 0 0.3rem 1rem; overflow-wrap: anywhere; }
.failed { color: #a40000; } .check { break-inside: avoid; }
@media print { body { max-width: none; font-size: 11pt; } pre { background: none; border: 1px solid #ccc; } }`;

/** Ids are unique in the document: the first version has them as they are. */
const anchor = ({ row, version }: Result, first: string): string =>
  version === first ? row.id : `${row.id}.${version}`;

function check(result: Result, first: string): string {
  const { row, outcome, expected, came, reason, curl, known } = result;
  const { document, section, address } = row.cites;
  const source = escaped(`${document}, "${section}"`);
  const item = (term: string, text: string | undefined): string =>
    text === undefined || text === '' ? '' : `<dt>${term}</dt><dd>${escaped(text)}</dd>`;
  const cause = outcome === 'failed' ? item('expected', expected) + item('came', came) : item('reason', reason);
  return [
    `<div class="check" id="${escaped(anchor(result, first))}">`,
    `<h3 class="${outcome}">${outcome}${known === undefined ? '' : ' (known)'}: ${escaped(row.id)} · ${row.level} · ${result.version}</h3>`,
    `<p>${escaped(row.sentence)} <small>${address === undefined ? source : `<a href="${escaped(address)}">${source}</a>`}</small></p>`,
    `<dl>${cause}${item('known', known)}</dl>`,
    curl === undefined ? '' : `<pre>${escaped(curl)}</pre>`,
    '</div>',
  ].join('\n');
}

function version(report: VersionReport, first: string): string {
  const rows = areaNames.flatMap((area) => {
    const own = ofArea(report.results, area);
    if (own.length === 0) return [];
    const counts = countsOf(own);
    return [`<tr><td>${areas[area]}</td>${outcomes.map((outcome) => `<td>${counts[outcome]}</td>`).join('')}</tr>`];
  });
  const failed = failures(report.results);
  const others = report.results.filter((result) => !failed.includes(result));
  return [
    `<h2>${report.version}</h2>`,
    `<p>${escaped(summaryOf(report))}</p>`,
    `<div class="scroll"><table><tr><th>area</th>${outcomes.map((outcome) => `<th>${outcome}</th>`).join('')}</tr>`,
    ...rows,
    '</table></div>',
    failed.length === 0 ? '' : '<h2>Failures</h2>',
    ...failed.map((result) => check(result, first)),
    '<h2>Other checks</h2>',
    ...others.map((result) => check(result, first)),
  ].join('\n');
}

export function htmlReport({ server, run, started, versions, leftBehind, notes, stale }: Report): string {
  const first = versions[0]?.version ?? '';
  const paragraphs = [...notes, ...stale.map((id) => `${id} is a known failure and passes: remove it from the list`)];
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>Conformance of ${escaped(server)}</title><style>${style}</style></head><body>`,
    `<h1>Conformance of ${escaped(server)}</h1>`,
    `<p>Run ${escaped(run)}, ${started.toISOString()}</p>`,
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    ...versions.map((report) => version(report, first)),
    leftBehind.length === 0 ? '' : '<h2>Left behind</h2>',
    `<ul>${leftBehind.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`,
    '</body></html>',
    '',
  ].join('\n');
}

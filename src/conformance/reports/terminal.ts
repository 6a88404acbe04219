/** The table on the terminal (T20). */
import { countsOf, failures, ofArea, type Report, type Result, summaryOf, type VersionReport } from '../report.js';
import { outcomes } from '../outcome.js';
import { areaNames } from '../row.js';
import { onOneLine } from './escape.js';

const WIDTH = 100;
/** So many untested checks, or objects left behind, are named; the other outputs name all. */
const MAX_NAMED = 10;

/** Lines of words, at most so wide; a longer word has a line of its own. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A label and its text, below each other where it is long. */
function labelled(label: string, text: string): string[] {
  const indent = '  ' + ' '.repeat(10);
  return wrapped(onOneLine(text), WIDTH - indent.length).map((line, index) =>
    index === 0 ? `  ${label.padEnd(10)}${line}` : indent + line,
  );
}

/** A failure in the form of T20. */
export function failureText({ row, version, expected = '', came = '', curl, known }: Result): string {
  const { id, level, sentence, cites } = row;
  const source = `${cites.document}, "${cites.section}"`;
  const head = `${known === undefined ? 'FAILED' : 'KNOWN'} ${id}  ${level}  ${version}`;
  const space = WIDTH - 2 - sentence.length - source.length;
  const statement =
    space >= 2
      ? [`  ${sentence}${' '.repeat(space)}${source}`]
      : [...wrapped(sentence, 96), source].map((line) => `  ${line}`);
  return [
    head,
    ...statement,
    ...labelled('expected', expected),
    ...labelled('came', came),
    ...(known === undefined ? [] : labelled('known', known)),
    // One line, to be copied.
    ...(curl === undefined ? [] : [`  ${onOneLine(curl)}`]),
  ].join('\n');
}

function areaTable({ version, results }: VersionReport): string[] {
  const header = [version.padEnd(15), ...outcomes.map((outcome) => outcome.padStart(13))].join('');
  const rows = areaNames.flatMap((area) => {
    const own = ofArea(results, area);
    if (own.length === 0) return [];
    const counts = countsOf(own);
    return [[area.padEnd(15), ...outcomes.map((outcome) => String(counts[outcome]).padStart(13))].join('')];
  });
  return [header, ...rows];
}

/** The first names of many. */
const some = (ids: readonly string[]): string =>
  ids.length > MAX_NAMED ? `${ids.slice(0, MAX_NAMED).join(', ')}, …` : ids.join(', ');

/** What could not be judged, with the reason: a number alone hides why. */
function unjudged({ results }: VersionReport): string[] {
  const reasons = new Map<string, string[]>();
  for (const { outcome, reason = '', row } of results)
    if (outcome === 'cantTell' || outcome === 'untested') {
      const key = `${outcome}: ${reason}`;
      reasons.set(key, [...(reasons.get(key) ?? []), row.id]);
    }
  return [...reasons].flatMap(([reason, ids]) => wrapped(onOneLine(`${reason} (${ids.length}): ${some(ids)}`), WIDTH));
}

function leftText(leftBehind: readonly string[], run: string): string {
  const head = `left behind by run ${run}: ${leftBehind.length} objects, events and requests`;
  const more = leftBehind.length > MAX_NAMED ? [`  … and ${leftBehind.length - MAX_NAMED} more`] : [];
  return [head, ...leftBehind.slice(0, MAX_NAMED).map((text) => `  ${onOneLine(text)}`), ...more].join('\n');
}

export function terminalReport({ versions, leftBehind, notes, stale, run }: Report): string {
  const blocks = versions.map((version) =>
    [
      ...areaTable(version),
      '',
      ...failures(version.results).flatMap((result) => [failureText(result), '']),
      ...version.results.filter(({ known }) => known !== undefined).flatMap((result) => [failureText(result), '']),
      ...unjudged(version),
    ].join('\n'),
  );
  const left = leftBehind.length === 0 ? [] : [leftText(leftBehind, run)];
  const passing = stale.map((id) => `${id} is a known failure and passes: remove it from the list`);
  return [...blocks, ...passing, ...notes, ...left, ...versions.map(summaryOf)].map((text) => `${text}\n`).join('');
}

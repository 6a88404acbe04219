/** `npm run messages`: generates docs/messages.md, what is carried of each message and what is not, from the tables. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { type Cells, readTable } from '../src/messages/mapping/tab-separated.js';

const at = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
export const PAGE = at('docs/messages.md');

const table = (name: string): Cells[] =>
  readTable(readFileSync(at(`mappings/${name}.tsv`), 'utf8')).map(({ cells }) => cells);

/** Text in a cell of a table of Markdown. */
const cell = (text = ''): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const code = (text = ''): string => (text === '' ? '' : `\`${text}\``);

/** What becomes of the values of a row. */
function fateOf({ status, derivation = '', type, written }: Cells): string {
  if (status === 'derived') return `follows from others (X24)${derivation === '' ? '' : `: ${derivation}`}`;
  if (status === 'header') return 'about the message (X31)';
  if (status === 'not mapped') return 'no place in the data model';
  if (written === 'no') return 'carried, only read';
  return type === 'absent' || type === 'constant' || type === 'order' ? 'follows from others' : 'carried';
}

function sectionOf({ type = '', root = '', namespace, 'what it is': about }: Cells): string[] {
  const rows = table(type.toLowerCase()).filter((row) => row['type'] !== 'group');
  const counts = new Map<string, number>();
  for (const row of rows) {
    const fate = fateOf(row).replace(/: .*/, '').replace(/ \(.*/, '');
    counts.set(fate, (counts.get(fate) ?? 0) + 1);
  }
  return [
    `## ${type}`,
    `${root} in \`${namespace ?? ''}\`: ${about ?? ''}.\n${Array.from(counts, ([fate, count]) => `${count} ${fate}`).join(', ')}.`,
    '| element | what it is | becomes | place or reason | rule |\n| --- | --- | --- | --- | --- |\n' +
      rows
        .map((row) => {
          const path = (row['path'] ?? '').slice(root.length + 1);
          const reason = row['target'] === '' || row['target'] === undefined ? row['source'] : row['target'];
          const place = row['target'] === '' ? cell(reason === 'none' ? '' : reason) : code(reason);
          return `| ${code(path)} | ${cell(row['what it is'])} | ${fateOf(row)} | ${place} | ${row['rule'] ?? ''} |`;
        })
        .join('\n'),
  ];
}

export async function messagesPage(): Promise<string> {
  const lines = [
    '# What is carried of Cargo-XML messages',
    '<!-- Written by `npm run messages` from mappings; a test finds it out of date. -->',
    'Every element of the messages that the mapping of IATA names (ONE Record Orchestration 1.2.0), with what becomes of its value.\n' +
      'The rules (X…) are in [Cargo-XML](cargo-xml.md). The report of a message names each value that has no place, and each that\n' +
      'differs from what follows from others. What is only read is written by another element.',
    ...table('messages').flatMap(sectionOf),
  ];
  return format(lines.join('\n\n'), { ...(await resolveConfig(PAGE)), parser: 'markdown' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, await messagesPage());

/** The answer as a file: for spreadsheets the displayed table, in the node's formats a new request. */
import type { sparqlTexts as t } from '../../texts/sparql.js';
import { csvOf } from './csv.js';
import type { Question } from './question.js';
import { askAs } from './result.js';
import type { Result } from './rows.js';
import { saveFile } from '../save-file.js';

export type DownloadFormat = keyof typeof t.formats;

interface FileType {
  readonly type: string;
  readonly ending: string;
}

const types: Readonly<Record<DownloadFormat, FileType>> = {
  spreadsheet: { type: 'text/csv', ending: 'csv' },
  json: { type: 'application/sparql-results+json', ending: 'json' },
  csv: { type: 'text/csv', ending: 'csv' },
  tsv: { type: 'text/tab-separated-values', ending: 'tsv' },
  xml: { type: 'application/sparql-results+xml', ending: 'xml' },
  turtle: { type: 'text/turtle', ending: 'ttl' },
  trig: { type: 'application/trig', ending: 'trig' },
  ntriples: { type: 'application/n-triples', ending: 'nt' },
  nquads: { type: 'application/n-quads', ending: 'nq' },
  jsonld: { type: 'application/ld+json', ending: 'jsonld' },
  rdfxml: { type: 'application/rdf+xml', ending: 'rdf' },
};

/** The formats of an answer. */
export function formatsOf({ kind }: Result): readonly DownloadFormat[] {
  switch (kind) {
    case 'solutions':
      return ['spreadsheet', 'json', 'csv', 'tsv', 'xml'];
    case 'boolean':
      return ['json', 'xml'];
    case 'statements':
      return ['spreadsheet', 'turtle', 'trig', 'ntriples', 'nquads', 'jsonld', 'rdfxml'];
  }
}

/** Saves the answer as a file. @throws Failure if the node refuses the query. */
export async function download(
  question: Question,
  result: Result,
  format: DownloadFormat,
  signal: AbortSignal,
): Promise<void> {
  const { type, ending } = types[format];
  const content = format === 'spreadsheet' ? csvOf(result) : (await askAs(question, type, signal)).text;
  saveFile(`result.${ending}`, type, content);
}

/** Checks an engine's whole answer, cuts it to the row limit (D37) and writes it in the requested format. */
import { isIri, type Iri } from '../../rdf/terms.js';
import type { Prefixes } from '../../rdf/prefixes.js';
import { isBroken, startEngine } from '../../store/oxigraph/engine.js';
import { factory } from '../../rdf/terms.js';
import type { GraphFormat, ResultFormat } from '../formats.js';
import { readableXml, truncateGraph, writeGraph } from '../worker/results.js';
import { EngineError } from './engine-client.js';
import { type Cell, readSolutions, type Solutions } from './solutions.js';

/** The media types requested from an engine: the formats that all engines write in the same way. */
export const ENGINE_RESULTS = 'application/sparql-results+json';
export const ENGINE_GRAPH = 'application/n-triples';

/** The form in which to write an answer. */
export type AnswerForm =
  | { readonly kind: 'results'; readonly format: ResultFormat; readonly maxRows: number }
  | {
      readonly kind: 'graph';
      readonly format: GraphFormat;
      readonly maxRows: number;
      readonly marker: Iri | undefined;
      readonly prefixes: Prefixes;
    };

export interface WrittenAnswer {
  readonly text: string;
  readonly truncated: boolean;
}

/** @throws EngineError `invalid-answer`; UnwritableGraph (worker/results.ts) for a format that cannot hold the graph. */
export function writeAnswer(body: Buffer, form: AnswerForm): WrittenAnswer {
  if (form.kind === 'results') {
    const { format, maxRows } = form;
    const all = readSolutions(body);
    const rows = all.rows.slice(0, maxRows);
    return { text: writers[format]({ ...all, rows }), truncated: all.rows.length > maxRows };
  }
  const { content, truncated } = truncateGraph(readTriples(body), form.maxRows, form.marker);
  return { text: writeGraph(content, form.format, form.prefixes), truncated };
}

/** Reads N-Triples of any layout and returns them as this node's engine writes them, each statement once. */
function readTriples(body: Buffer): string {
  const store = startEngine().newStore();
  try {
    store.load(body, { format: ENGINE_GRAPH });
  } catch (cause) {
    if (isBroken(cause)) throw new EngineError('too-large', 'the answer is too large', { cause });
    throw new EngineError('invalid-answer', 'the answer is not a graph, or incomplete', { cause });
  }
  return store.dump({ format: ENGINE_GRAPH, from_graph_name: factory.defaultGraph() });
}

const writers: Readonly<Record<ResultFormat, (solutions: Solutions) => string>> = {
  json: writeJson,
  xml: writeXml,
  csv: writeCsv,
  tsv: writeTsv,
};

function writeJson({ variables, rows, truth }: Solutions): string {
  if (truth !== undefined) return JSON.stringify({ head: {}, boolean: truth });
  const bindings = rows.map((row) => Object.fromEntries(Array.from(row, ([name, cell]) => [name, jsonOfCell(cell)])));
  return JSON.stringify({ head: { vars: variables }, results: { bindings } });
}

function jsonOfCell(cell: Cell): object {
  if (cell.type !== 'literal') return cell;
  const { type, value, language, datatype } = cell;
  return {
    type,
    value,
    ...(language !== undefined && { 'xml:lang': language }),
    ...(datatype !== undefined && { datatype }),
  };
}

const XML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string): string => text.replace(/[&<>"]/g, (character) => XML_ESCAPES[character] ?? character);

function writeXml({ variables, rows, truth }: Solutions): string {
  const begin = '<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#"><head>';
  if (truth !== undefined) return `${begin}</head><boolean>${String(truth)}</boolean></sparql>`;
  const head = variables.map((name) => `<variable name="${xml(name)}"/>`).join('');
  const results = rows
    .map((row) => {
      const bindings = Array.from(row, ([name, cell]) => `<binding name="${xml(name)}">${xmlOfCell(cell)}</binding>`);
      return `<result>${bindings.join('')}</result>`;
    })
    .join('');
  return readableXml(`${begin}${head}</head><results>${results}</results></sparql>`);
}

function xmlOfCell(cell: Cell): string {
  if (cell.type !== 'literal') return `<${cell.type}>${xml(cell.value)}</${cell.type}>`;
  const { value, language, datatype } = cell;
  const attribute =
    language === undefined
      ? datatype === undefined
        ? ''
        : ` datatype="${xml(datatype)}"`
      : ` xml:lang="${xml(language)}"`;
  return `<literal${attribute}>${xml(value)}</literal>`;
}

function writeCsv({ variables, rows, truth }: Solutions): string {
  if (truth !== undefined) return String(truth);
  const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
  const value = (cell: Cell | undefined): string => {
    if (cell === undefined) return '';
    return quoted(cell.type === 'bnode' ? `_:${cell.value}` : cell.value);
  };
  return line(variables) + rows.map((row) => line(variables.map((name) => value(row.get(name))))).join('');
}

const NUMBER_TYPES: Readonly<Record<string, RegExp>> = {
  'http://www.w3.org/2001/XMLSchema#integer': /^[+-]?[0-9]+$/,
  'http://www.w3.org/2001/XMLSchema#decimal': /^[+-]?[0-9]*\.[0-9]+$/,
  'http://www.w3.org/2001/XMLSchema#double': /^[+-]?(?:[0-9]+\.[0-9]*|\.?[0-9]+)[eE][+-]?[0-9]+$/,
};
const TSV_ESCAPES: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

function writeTsv({ variables, rows, truth }: Solutions): string {
  if (truth !== undefined) return String(truth);
  const line = (cells: readonly string[]): string => `${cells.join('\t')}\n`;
  return (
    line(variables.map((name) => `?${name}`)) +
    rows.map((row) => line(variables.map((name) => tsvOf(row.get(name))))).join('')
  );
}

function tsvOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (cell.type === 'bnode') return `_:${cell.value}`;
  if (cell.type !== 'literal') {
    if (!isIri(cell.value)) throw new EngineError('invalid-answer', 'the answer has an invalid IRI');
    return `<${cell.value}>`;
  }
  const { value, language, datatype } = cell;
  if (datatype !== undefined && NUMBER_TYPES[datatype]?.test(value) === true) return value;
  const quoted = `"${value.replace(/[\t\n\r"\\]/g, (character) => TSV_ESCAPES[character] ?? character)}"`;
  if (language !== undefined) return `${quoted}@${language}`;
  return datatype === undefined || datatype === 'http://www.w3.org/2001/XMLSchema#string'
    ? quoted
    : `${quoted}^^<${datatype}>`;
}

/** Statements as data: parses N-Triples, groups by property, finds the label of an object. */
import type { TermValue } from '../../src/console/responses.js';
import { nameOf } from '../../src/logistics-objects/naming.js';
import { config, localName } from '../core/index.js';

export interface Statement {
  readonly s: string;
  readonly p: string;
  readonly o: TermValue;
}

export const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const LINE = /^<([^>]*)> <([^>]*)> (?:<([^>]*)>|"((?:[^"\\]|\\.)*)"(?:\^\^<([^>]*)>|@([A-Za-z0-9-]+))?) \.$/;
const escapes: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };

const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|(.))/g, (_, four?: string, eight?: string, one?: string) => {
        const code = four ?? eight;
        return code === undefined ? (escapes[one ?? ''] ?? one ?? '') : String.fromCodePoint(Number.parseInt(code, 16));
      })
    : text;

/** The statements of the node's N-Triples: one per line, without blank nodes. */
export function parseNTriples(text: string): Statement[] {
  return text.split('\n').flatMap((line) => {
    const [, s, p, uri, literal = '', datatype, language] = LINE.exec(line) ?? [];
    if (s === undefined || p === undefined) return [];
    const o: TermValue =
      uri === undefined
        ? {
            type: 'literal',
            value: unescaped(literal),
            ...(datatype !== undefined && { datatype: unescaped(datatype) }),
            ...(language !== undefined && { language }),
          }
        : { type: 'uri', value: unescaped(uri) };
    return [{ s: unescaped(s), p: unescaped(p), o }];
  });
}

/** The key of a statement, equal for the same statement in two revisions. */
export const keyOf = ({ s, p, o }: Statement): string =>
  JSON.stringify([s, p, o.type, o.value, o.datatype ?? null, o.language ?? null]);

/** The types of a resource. */
export function typesOf(statements: readonly Statement[], subject: string): string[] {
  return statements.filter(({ s, p }) => s === subject && p === RDF_TYPE).map(({ o }) => o.value);
}

/** The most specific of several types: not the base class, and the longest name. */
export function mainType(types: readonly string[]): string | null {
  const [first] = [...types].sort((one, other) => localName(other).length - localName(one).length);
  return types.find((type) => localName(type) !== 'LogisticsObject') ?? first ?? null;
}

/** The property that names an object, as in the node's lists. */
export function labelOf(statements: readonly Statement[], subject: string): string | null {
  const { cargo } = config().namespaces;
  return nameOf(
    (name) => statements.find(({ s, p, o }) => s === subject && p === cargo + name && o.type === 'literal')?.o.value,
  );
}

export interface PropertyGroup {
  readonly property: string;
  readonly statements: readonly Statement[];
}

/**
 * The statements of a subject by property: values first, then embedded objects, then links; each sorted by name.
 *
 * @param subjects all subjects of the revision: an object among them is embedded.
 */
export function groupsOf(
  statements: readonly Statement[],
  subject: string,
  subjects: ReadonlySet<string>,
): PropertyGroup[] {
  const groups = new Map<string, Statement[]>();
  for (const statement of statements) {
    if (statement.s !== subject || statement.p === RDF_TYPE) continue;
    const group = groups.get(statement.p);
    if (group === undefined) groups.set(statement.p, [statement]);
    else group.push(statement);
  }
  const rank = ({ statements: [first] }: PropertyGroup): number => {
    if (first === undefined || first.o.type === 'literal') return 0;
    if (isCode(first.o.value)) return 1;
    return subjects.has(first.o.value) ? 2 : 3;
  };
  return [...groups]
    .map(([property, group]) => ({ property, statements: group }))
    .sort(
      (one, other) => rank(one) - rank(other) || localName(one.property).localeCompare(localName(other.property), 'en'),
    );
}

const CORE_CODES = 'https://onerecord.iata.org/ns/coreCodeLists#';

/**
 * Whether a term is an embedded object: an object with an address is a link, even if the revision has statements about
 * it.
 */
export function isEmbedded({ type, value }: TermValue): boolean {
  return type === 'uri' && value.startsWith('internal:');
}

/** Whether an IRI is a code from a list. */
export function isCode(iri: string): boolean {
  return iri.startsWith(config().namespaces.codeLists) || iri.startsWith(CORE_CODES);
}

/** A code and its list. */
export function codeOf(iri: string): { readonly code: string; readonly list: string } {
  if (iri.startsWith(CORE_CODES)) {
    const [list = '', ...code] = iri.slice(CORE_CODES.length).split('_');
    return { list, code: code.join('_') };
  }
  const [list = '', code = ''] = iri.slice(config().namespaces.codeLists.length).split('#');
  return { list, code };
}

/** The quantity in an embedded object: a number with a unit, and nothing else. */
export function quantityOf(
  statements: readonly Statement[],
  subject: string,
): { readonly value: string; readonly unit: TermValue } | undefined {
  const own = statements.filter(({ s, p }) => s === subject && p !== RDF_TYPE);
  const value = own.find(({ p }) => localName(p) === 'numericalValue');
  const unit = own.find(({ p }) => localName(p) === 'unit' || localName(p) === 'currencyUnit');
  return own.length === 2 && value?.o.type === 'literal' && unit !== undefined
    ? { value: value.o.value, unit: unit.o }
    : undefined;
}

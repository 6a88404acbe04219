/** Normalizes query results, so that equal results from different engines are equal texts. */
import { z } from 'zod';

const term = z.object({
  type: z.string(),
  value: z.string(),
  datatype: z.string().optional(),
  'xml:lang': z.string().optional(),
});
const selected = z.object({
  head: z.object({ vars: z.array(z.string()) }),
  results: z.object({ bindings: z.array(z.record(z.string(), term)) }),
});
const asked = z.object({ boolean: z.boolean() });

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const NUMERIC = new Set(
  ['integer', 'decimal', 'double', 'float', 'int', 'long', 'positiveInteger'].map((n) => XSD + n),
);

/** Numbers are compared by value, with a tolerance for sums in any order; blank nodes are anonymous. */
function literal(value: string, datatype: string | undefined, language: string | undefined): string {
  if (language !== undefined) return `"${value}"@${language.toLowerCase()}`;
  if (datatype !== undefined && NUMERIC.has(datatype)) return `number ${Number(Number(value).toPrecision(10))}`;
  return `"${value}"^^${datatype ?? `${XSD}string`}`;
}

/** Rows as a multiset (SPARQL 1.1, section 18), or statements as a set; their order is ignored. */
export function canonicalAnswer(text: string): string {
  if (!text.startsWith('{')) {
    const lines = text.split('\n').flatMap((line) => {
      const [, start = line, value = '', datatype] = /^(\S+ \S+ )"([^"]*)"\^\^<([^>]*)> \.$/.exec(line) ?? [];
      const normal = datatype === undefined ? line : start + literal(value, datatype, undefined);
      return normal.trim() === '' ? [] : [normal.replaceAll(/_:\w+/g, '_:')];
    });
    return [...new Set(lines)].sort().join('\n');
  }
  const json: unknown = JSON.parse(text);
  const yes = asked.safeParse(json);
  if (yes.success) return String(yes.data.boolean);
  const { head, results } = selected.parse(json);
  const rows = results.bindings.map((row) =>
    Object.entries(row)
      .map(([name, { type, value, datatype, 'xml:lang': language }]) => {
        if (type === 'bnode') return `${name}=_:`;
        return `${name}=${type === 'uri' ? `<${value}>` : literal(value, datatype, language)}`;
      })
      .sort()
      .join(' '),
  );
  return [[...head.vars].sort().join(' '), ...rows.sort()].join('\n');
}

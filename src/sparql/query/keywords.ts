/** The keywords of SPARQL 1.1 (section 19.8), and those of updates. */
const words = `
  BASE PREFIX SELECT DISTINCT REDUCED CONSTRUCT DESCRIBE ASK FROM NAMED WHERE GROUP BY HAVING ORDER ASC DESC LIMIT OFFSET
  VALUES UNDEF OPTIONAL GRAPH SERVICE SILENT BIND AS UNION MINUS FILTER IN NOT EXISTS SEPARATOR TRUE FALSE
  COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT
  STR LANG LANGMATCHES DATATYPE BOUND IRI URI BNODE RAND ABS CEIL FLOOR ROUND CONCAT STRLEN UCASE LCASE ENCODE_FOR_URI
  CONTAINS STRSTARTS STRENDS STRBEFORE STRAFTER YEAR MONTH DAY HOURS MINUTES SECONDS TIMEZONE TZ NOW UUID STRUUID MD5 SHA1
  SHA256 SHA384 SHA512 COALESCE IF STRLANG STRDT SAMETERM ISIRI ISURI ISBLANK ISLITERAL ISNUMERIC REGEX SUBSTR REPLACE
  INSERT DELETE DATA LOAD CLEAR DROP CREATE ADD MOVE COPY TO INTO WITH USING DEFAULT ALL
`
  .trim()
  .split(/\s+/);

const keywords = new Set(words);
const maxLength = Math.max(...words.map(({ length }) => length));

/** The keywords at the start of an update and of its operations. */
export const updateWords: ReadonlySet<string> = new Set(
  'INSERT DELETE LOAD CLEAR DROP CREATE ADD MOVE COPY WITH'.split(' '),
);

/** The longest keyword at a position, in its original spelling: keywords need no space between them. */
export function keywordAt(text: string, at: number): string | undefined {
  const found = /^[A-Za-z_0-9]*/.exec(text.slice(at, at + maxLength))?.[0] ?? '';
  for (let length = found.length; length > 0; length -= 1) {
    const part = found.slice(0, length);
    if (keywords.has(part.toUpperCase())) return part;
  }
  // The only case-sensitive keyword.
  return found.startsWith('a') ? 'a' : undefined;
}

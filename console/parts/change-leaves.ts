/** The editable statements of an object and its embedded objects. */
import { localName } from '../core/index.js';
import { XSD } from './change-edits.js';
import type { DataModel } from './model.js';
import { isEmbedded, RDF_TYPE, type Statement, typesOf } from './statements.js';

/** An editable statement, with the path of properties to it. */
export interface Leaf {
  readonly statement: Statement;
  readonly path: readonly string[];
  readonly range: string;
}

/** The editable statements: values, codes and links of the object and its embedded objects. */
export function leavesOf(statements: readonly Statement[], object: string, model: DataModel): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (subject: string, path: readonly string[], above: ReadonlySet<string>): void => {
    const properties = model.properties(typesOf(statements, subject));
    for (const statement of statements) {
      const { s, p, o } = statement;
      if (s !== subject || p === RDF_TYPE) continue;
      const range = properties.find(({ property }) => property === p)?.range ?? o.datatype ?? '';
      if (isEmbedded(o) && !above.has(o.value)) visit(o.value, [...path, p], new Set([...above, o.value]));
      else leaves.push({ statement, path: [...path, p], range: rangeOf(o, range) });
    }
  };
  visit(object, [], new Set([object]));
  return leaves.sort((one, other) =>
    one.path.map(localName).join(' ').localeCompare(other.path.map(localName).join(' '), 'en'),
  );
}

/** A literal keeps its datatype; a link gets the range from the data model. */
const rangeOf = (o: Statement['o'], range: string): string =>
  o.type === 'literal' ? (o.datatype ?? `${XSD}string`) : range;

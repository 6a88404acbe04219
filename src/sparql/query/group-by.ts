/** GROUP BY and HAVING outside of SELECT. */
import { type Edit, insertion } from './text-edits.js';
import { type Token, withoutEscapes } from './tokenizer.js';

/**
 * The engine supports groups in SELECT only. For another form, the pattern becomes a subquery of the group's variables,
 * with the same solutions (section 18.2.4). No edits if the query has no groups.
 *
 * @param top the tokens of the outermost level.
 */
export function groupBySubquery(tokens: readonly Token[], top: readonly Token[], kind: string): Edit[] {
  const isWord = (name: string) => (token: Token) => token.type === 'word' && token.text === name;
  const group = top.findIndex(isWord('GROUP'));
  if (group === -1 && !top.some(isWord('HAVING'))) return [];
  // The last occurrence: CONSTRUCT has its template before it, and VALUES follows the groups.
  const modifiers = group === -1 ? top.findIndex(isWord('HAVING')) : group;
  const open = top.findLast(({ type, text }, index) => index < modifiers && type === 'mark' && text === '{');
  const end = tokens.at(-1)?.end;
  if (open === undefined || end === undefined) return [];
  const keys = group === -1 ? [] : keysOf(tokens, top.slice(group + 2));
  if (keys.length === 0 && kind === 'DESCRIBE') return [];
  const projection = keys.length === 0 ? '(1 AS ?group)' : keys.join(' ');
  return [insertion(open.start, `{ SELECT ${projection} `), insertion(end, ' }')];
}

/** The variables of GROUP BY: those listed there, and those that AS assigns to expressions. */
function keysOf(tokens: readonly Token[], behind: readonly Token[]): string[] {
  const stop = behind.findIndex(
    ({ type, text }) => type === 'word' && /^(?:HAVING|ORDER|LIMIT|OFFSET|VALUES)$/.test(text),
  );
  const conditions = stop === -1 ? behind : behind.slice(0, stop);
  const keys: string[] = [];
  for (const condition of conditions) {
    if (condition.type === 'variable') keys.push(withoutEscapes(condition));
    if (condition.text !== ')') continue;
    const at = tokens.indexOf(condition);
    const named = tokens[at - 1];
    if (named?.type === 'variable' && tokens[at - 2]?.text === 'AS') keys.push(withoutEscapes(named));
  }
  return keys;
}

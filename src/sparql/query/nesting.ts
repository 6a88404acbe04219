/** The nesting depth of a query, determined before parsing: parsers use stack for each level. */

/** The maximum nesting of brackets, including those in strings and comments. */
export function nestingOf(text: string): number {
  let depth = 0;
  let max = 0;
  for (const character of text) {
    if ('([{'.includes(character)) max = Math.max(max, (depth += 1));
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
  }
  return max;
}

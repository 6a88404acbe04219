/** Texts of an ontology in TypeScript, where none can leave its place. */

/** A string literal. */
export function literal(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped.replaceAll(/[\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)}'`;
}

/** A name before a colon, in quotes where it needs them. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : literal(name);
}

/** The same in an object, where `__proto__` would be the prototype. */
export function objectKey(name: string): string {
  return name === '__proto__' ? "['__proto__']" : propertyKey(name);
}

/** The type of a text that begins with a prefix. */
export function templateOf(prefix: string, rest: string): string {
  const escaped = literal(prefix)
    .slice(1, -1)
    .replaceAll("\\'", "'")
    .replaceAll(/[`$]/g, (char) => `\\${char}`);
  return `\`${escaped}\${${rest}}\``;
}

const WIDTH = 110;

/** A union, in lines that begin with `|` if it is long. */
export function wrapUnion(members: readonly string[], indent: string): string {
  const all = members.length === 0 ? ['never'] : members;
  const line = all.join(' | ');
  if (line.length < WIDTH - 20) return ` ${line}`;
  const lines: string[] = [];
  let current = '';
  for (const member of all) {
    if (current !== '' && current.length + member.length > WIDTH) {
      lines.push(current);
      current = '';
    }
    current += current === '' ? `| ${member}` : ` | ${member}`;
  }
  return `\n${[...lines, current].map((one) => indent + one).join('\n')}`;
}

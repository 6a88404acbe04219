/** The targets of the tables: paths through the data model, such as `Waybill#shipment > Shipment#pieces` (X4). */

/** What a qualifier `[Class#property=value]` asks of a node. */
export interface Qualifier {
  readonly class: string;
  readonly property: string;
  readonly value:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'individual'; readonly name: string }
    | { readonly kind: 'code'; readonly list: string; readonly code: string }
    /** A value that the message names elsewhere, or that a rule derives: `{RoleCode}`. */
    | { readonly kind: 'variable'; readonly text: string };
}

export interface Step {
  readonly class: string;
  readonly property: string;
  readonly qualifiers: readonly Qualifier[];
  /** The step as text, without qualifiers that depend on the message. */
  readonly key: string;
}

export interface Target {
  /** The class at the beginning of the path. */
  readonly class: string;
  /** Empty for a node of the class alone. */
  readonly steps: readonly Step[];
  /** The property of the second part of a value: the number after the prefix of an AWB number. */
  readonly second?: Step;
}

const NAME = '[A-Za-z]+';
const STEP = new RegExp(`^(${NAME})#(${NAME})((?:\\[[^\\]]*\\])*)$`);
const QUALIFIER = new RegExp(`\\[(${NAME})#(${NAME})=([^\\]]*)\\]`, 'g');

/** @throws SyntaxError */
export function parseTarget(text: string): Target {
  const [path = '', second, ...more] = text.split(' + ');
  if (more.length > 0) throw new SyntaxError(`more than one " + " in ${text}`);
  if (/^[A-Za-z]+$/.test(path)) return { class: path, steps: [] };
  const steps = path.split(' > ').map(parseStep);
  const [first] = steps;
  if (first === undefined) throw new SyntaxError('an empty path');
  return { class: first.class, steps, ...(second === undefined ? {} : { second: parseStep(second) }) };
}

function parseStep(text: string): Step {
  const [, type, property, qualifiers = ''] = STEP.exec(text) ?? [];
  if (type === undefined || property === undefined) throw new SyntaxError(`"${text}" is no step of a path`);
  const parsed = Array.from(qualifiers.matchAll(QUALIFIER), ([, one = '', name = '', value = '']): Qualifier => ({
    class: one,
    property: name,
    value: parseValue(value),
  }));
  const fixed = parsed.some(({ value }) => value.kind === 'variable') ? '' : qualifiers;
  return { class: type, property, qualifiers: parsed, key: `${type}#${property}${fixed}` };
}

function parseValue(text: string): Qualifier['value'] {
  if (text.includes('{')) return { kind: 'variable', text };
  if (text.startsWith('"') && text.endsWith('"') && text.length > 1) return { kind: 'text', text: text.slice(1, -1) };
  const [name = '', code, ...more] = text.split('#');
  if (name === '' || more.length > 0) throw new SyntaxError(`"${text}" is no value`);
  return code === undefined ? { kind: 'individual', name } : { kind: 'code', list: name, code };
}

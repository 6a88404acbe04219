/** `Link` header fields and application/link-format, parsed as a client does (RFC 8288, RFC 6690). */

export interface WebLink {
  readonly target: string;
  readonly relations: readonly string[];
  /** Other parameters, by name. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** @param text of the field or document. */
export function readLinks(text: string | null): WebLink[] {
  return Array.from(
    (text ?? '').matchAll(/<([^>]*)>((?:\s*;\s*[\w-]+="[^"]*")*)\s*(?:,|$)/g),
    ([, target = '', rest = '']) => {
      const parameters = Object.fromEntries(
        Array.from(rest.matchAll(/([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]),
      );
      const { rel = '', ...others } = parameters;
      return { target, relations: rel.split(' '), parameters: others };
    },
  );
}

/** The targets of a relation. */
export const targetsOf = (links: readonly WebLink[], relation: string): string[] =>
  links.filter(({ relations }) => relations.includes(relation)).map(({ target }) => target);

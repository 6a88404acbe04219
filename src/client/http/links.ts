/** Link fields and link-format documents (RFC 8288, RFC 6690). */

export interface Link {
  readonly uri: string;
  readonly relations: readonly string[];
  readonly datetime: string | undefined;
}

const LINK = /<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^",;\s]*))*)/g;
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^",;\s]*))/g;

/** @param base what relative addresses are resolved against. */
export function linksIn(text: string, base: string): Link[] {
  return Array.from(text.matchAll(LINK)).flatMap(([, target = '', parameters = '']) => {
    if (!URL.canParse(target, base)) return [];
    const stated = new Map<string, string>();
    for (const [, name = '', quoted, plain = ''] of parameters.matchAll(PARAMETER))
      if (!stated.has(name.toLowerCase())) stated.set(name.toLowerCase(), quoted ?? plain);
    const relations = (stated.get('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    return [{ uri: new URL(target, base).href, relations, datetime: stated.get('datetime') }];
  });
}

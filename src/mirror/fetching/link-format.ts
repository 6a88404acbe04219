/** Links of a `Link` header or of a document in the link format (RFC 8288, RFC 6690): TimeMaps and what they list (RFC 7089). */

export interface WebLink {
  /** Absolute. */
  readonly target: string;
  /** The relation types, in lower case. */
  readonly rels: readonly string[];
  readonly datetime: Date | undefined;
}

/** @param base resolves relative targets. Links that cannot be resolved are left out. */
export function linksOf(text: string, base: string): WebLink[] {
  const links: WebLink[] = [];
  for (const [, target = '', parameters = ''] of text.matchAll(/<([^<>]*)>((?:[^",<>]|"[^"]*")*)/g)) {
    if (!URL.canParse(target, base)) continue;
    const datetime = new Date(parameterIn(parameters, 'datetime') ?? NaN);
    links.push({
      target: new URL(target, base).href,
      rels: (parameterIn(parameters, 'rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
      datetime: Number.isNaN(datetime.getTime()) ? undefined : datetime,
    });
  }
  return links;
}

function parameterIn(parameters: string, name: string): string | undefined {
  for (const [, key = '', quoted, plain] of parameters.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s;",]*))/g))
    if (key.toLowerCase() === name) return quoted ?? plain;
  return undefined;
}

/** The address of a TimeMap that the links of an answer about an object name, if it is below the object. */
export function timeMapIn(link: string | undefined, url: string, object: string): string | undefined {
  return linksOf(link ?? '', url).find(({ target, rels }) => rels.includes('timemap') && isBelowObject(target, object))
    ?.target;
}

/** Whether an address is one of the object's own history: only these are asked beside the object's (R1). */
export const isBelowObject = (address: string, object: string): boolean => address.startsWith(`${object}/`);

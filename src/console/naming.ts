/** Names of terms for people. The browser uses this file, too: it imports nothing of the node. */

/** The last part of an IRI: a class's, property's or code's name, or an id. */
export function localName(iri: string): string {
  let end = iri.length;
  while (iri[end - 1] === '/' || iri[end - 1] === '#') end -= 1;
  const begin = Math.max(...['/', '#', ':'].map((separator) => iri.lastIndexOf(separator, end - 1)));
  return iri.slice(begin + 1, end);
}

/** `goodsDescription` as "goods description", `OBJECT_UPDATED` as "object updated"; abbreviations are unchanged. */
export function humanName(name: string): string {
  if (/^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(name)) return name.replaceAll('_', ' ').toLowerCase();
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}

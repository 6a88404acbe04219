/**
 * Misspelled names of a namespace: with another scheme, or with a version in the path (D52):
 * `http://onerecord.iata.org/ns/cargo#coload`, `https://onerecord.iata.org/ns/cargo/3.3.0#coload`.
 */
import { escapePattern } from '../patterns.js';

const VERSION = '(?:/v?[0-9]+(?:\\.[0-9]+)*)?';

/** An expression for misspelled names of a namespace; undefined for a namespace without a host. */
export function namespaceSlip(namespace: string): RegExp | undefined {
  const parts = /^[a-z][a-z0-9+.-]*:\/\/(?<host>[^/?#]+)(?<path>[^?#]*?)[#/]?$/i.exec(namespace)?.groups;
  if (parts === undefined) return undefined;
  const { host = '', path = '' } = parts;
  const segments = path.split('/').filter((segment) => segment !== '');
  // Without a path, every name on the host would match.
  if (segments.length === 0) return undefined;
  const pattern = segments.map((segment) => `/${escapePattern(segment)}${VERSION}`).join('');
  return new RegExp(`^[a-z][a-z0-9+.-]*://${escapePattern(host)}${VERSION}${pattern}/?[#/]`, 'i');
}

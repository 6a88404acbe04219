/** The line on standard output with which a node says that it is ready. */

/** Where a node listens, and how it is addressed. */
interface Addresses {
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);
const WILDCARD_HOSTS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Whether the base URL leads to the socket itself, and to no proxy or other host in front of it. */
function isSocket({ baseUrl, host, port }: Addresses): boolean {
  const url = new URL(baseUrl);
  const defaultPort = url.protocol === 'https:' ? 443 : 80;
  if ((url.port === '' ? defaultPort : Number(url.port)) !== port) return false;
  if (LOOPBACK_HOSTS.has(url.hostname)) return LOOPBACK_HOSTS.has(host) || WILDCARD_HOSTS.has(host);
  return url.hostname.replace(/^\[|\]$/g, '') === host.toLowerCase();
}

/** `listening on <base URL>`, with the socket behind it where that is another address. */
export function listeningLine(addresses: Addresses): string {
  const { baseUrl, host, port } = addresses;
  const socket = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return `listening on ${baseUrl}${isSocket(addresses) ? '' : ` (socket ${socket})`}`;
}

/** The output of a node that is ready: one line, and hints on the next steps. */

/** The socket and the base URL of a node. */
interface Addresses {
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);
const WILDCARD_HOSTS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Whether the base URL leads directly to the socket, without a proxy or another host in front of it. */
function isSocket({ baseUrl, host, port }: Addresses): boolean {
  const url = new URL(baseUrl);
  const defaultPort = url.protocol === 'https:' ? 443 : 80;
  if ((url.port === '' ? defaultPort : Number(url.port)) !== port) return false;
  if (LOOPBACK_HOSTS.has(url.hostname)) return LOOPBACK_HOSTS.has(host) || WILDCARD_HOSTS.has(host);
  return url.hostname.replace(/^\[|\]$/g, '') === host.toLowerCase();
}

/** `listening on <base URL>`, with the socket if its address differs. */
export function listeningLine(addresses: Addresses): string {
  const { baseUrl, host, port } = addresses;
  const socket = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return `listening on ${baseUrl}${isSocket(addresses) ? '' : ` (socket ${socket})`}`;
}

/** Hints outside of production: a first token, the pages, and how to stop the node. */
export function startHint(node: {
  readonly baseUrl: string;
  readonly devIdp: boolean;
  readonly console: boolean;
}): string {
  const { baseUrl } = node;
  const token = `
Get a token as the data holder, and ask this node who it is:

  TOKEN=$(curl -s -u holder:holder-secret -d grant_type=client_credentials ${baseUrl}/dev-idp/token \\
    | node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')
  curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/
`;
  const pages = [
    ...(node.console ? [`  console  ${baseUrl}/console/`] : []),
    `  API      ${baseUrl}/docs`,
    '  stop     Ctrl-C (nothing is lost)',
  ];
  return `${node.devIdp ? token : ''}\n${pages.join('\n')}\n`;
}

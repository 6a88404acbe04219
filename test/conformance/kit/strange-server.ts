/** Servers that are not ours, for the kit: recorded answers, and made ones. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { closeNow } from '../../support/exchange.js';
import { freePort } from '../../support/ports.js';

export interface StrangeServer {
  readonly url: string;
  readonly server: Server;
  close(): Promise<void>;
}

export async function strangeServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<StrangeServer> {
  const port = await freePort();
  const server = createServer(answer);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://localhost:${port}`, server, close: () => closeNow(server) };
}

interface Recorded {
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const isMatch = (pattern: string, method: string, path: string): boolean => {
  const [wanted, address = ''] = pattern.split(' ');
  return wanted === method && new RegExp(`^${address.replaceAll('{id}', '[^/]+')}$`).test(path);
};

/** A server that answers as another one was recorded. */
export function replayServer(file: URL): Promise<StrangeServer> {
  const { answers } = JSON.parse(readFileSync(file, 'utf8')) as { readonly answers: readonly Recorded[] };
  return strangeServer((request, response) => {
    request.resume();
    const path = (request.url ?? '').split('?')[0] ?? '';
    const method = request.method ?? '';
    const isKnown = answers.some(({ request: pattern }) => isMatch(pattern.replace(/^\S+/, method), method, path));
    const found =
      answers.find(({ request: pattern }) => isMatch(pattern, method, path)) ??
      answers.find(({ request: pattern }) => pattern === (isKnown ? 'other methods at known paths' : 'anything else'));
    response.writeHead(found?.status ?? 404, found?.headers ?? {}).end(method === 'HEAD' ? undefined : found?.body);
  });
}

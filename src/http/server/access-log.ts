/** A line in the log for each request: never a token, a header or a body. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/** A secret has no business in an address (RFC 9700, 4.3.2) and is not read there; a client may put one there all the same. */
const SECRETS = /([?&](?:access_token|id_token|token|client_secret|password|api_?key)=)[^&#]*/gi;

/** An address as it may be told. */
function redactUrl(url: string): string {
  return url.includes('=') ? url.replace(SECRETS, '$1…') : url;
}

/**
 * To be asked for each request, before it is answered. What only reads and succeeds is told at `debug`, what writes or is
 * refused at `info`, what has failed at `error`.
 */
export function accessLog(log: Logger): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { method, url = '' } = request;
    const begin = performance.now();
    response.on('close', () => {
      // The caller has hung up before there was an answer.
      const status = response.headersSent ? response.statusCode : 0;
      const isPlainRead = status > 0 && status < 400 && (method === 'GET' || method === 'HEAD');
      const level = status >= 500 ? 'error' : isPlainRead ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const ms = Math.round(performance.now() - begin);
      const { remoteAddress } = request.socket;
      log[level]({ method, url: redactUrl(url), status, ms, remoteAddress }, 'request');
    });
  };
}

/** Logs each request, without tokens, header fields or bodies. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/** Secrets must not be in URLs (RFC 9700, section 4.3.2), but clients may put them there. */
const SECRETS = /([?&](?:access_token|id_token|token|client_secret|password|api_?key)=)[^&#]*/gi;

/** A URL without secrets, for the log. */
function redactUrl(url: string): string {
  return url.includes('=') ? url.replace(SECRETS, '$1…') : url;
}

/**
 * Called for each request before it is handled. Successful reads are logged at `debug`, writes and errors of callers at
 * `info`, errors of the node at `error`.
 */
export function accessLog(log: Logger): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { method, url = '' } = request;
    const begin = performance.now();
    response.on('close', () => {
      // Status 0: the caller has disconnected before the response.
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

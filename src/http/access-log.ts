/** A line in the log for each request: never a token, a header or a body. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/**
 * To be asked for each request, before it is answered. What only reads and succeeds is told at `debug`, what writes or is
 * refused at `info`, what has failed at `error`.
 */
export function accessLog(log: Logger): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { method, url } = request;
    const begin = performance.now();
    response.on('close', () => {
      const { statusCode: status } = response;
      const isPlainRead = status < 400 && (method === 'GET' || method === 'HEAD');
      const level = status >= 500 ? 'error' : isPlainRead ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const ms = Math.round(performance.now() - begin);
      log[level]({ method, url, status, ms, remoteAddress: request.socket.remoteAddress }, 'request');
    });
  };
}

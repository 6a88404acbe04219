/** A line in the log for each request: never a token, a header or a body. */
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/**
 * To be used before everything else. What only reads and succeeds is told at `debug`, what writes or is refused at `info`,
 * what has failed at `error`.
 */
export function accessLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const { method, originalUrl: url } = request;
    const begin = performance.now();
    response.once('close', () => {
      const { statusCode: status } = response;
      const isPlainRead = status < 400 && (method === 'GET' || method === 'HEAD');
      const level = status >= 500 ? 'error' : isPlainRead ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const ms = Math.round(performance.now() - begin);
      log[level]({ method, url, status, ms, remoteAddress: request.socket.remoteAddress }, 'request');
    });
    next();
  };
}

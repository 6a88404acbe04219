/** Logs each request in one line, without tokens, header fields or bodies. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { ServiceError } from '../../errors.js';
import { NO_ROUTE, type ObservedRequest } from './observed-request.js';

/** Secrets must not be in URLs (RFC 9700, section 4.3.2), but clients may put them there. */
const SECRETS = /([?&](?:access_token|id_token|token|client_secret|password|api_?key)=)[^&#]*/gi;

/** A URL without secrets, for the log. */
function redactUrl(url: string): string {
  return url.includes('=') ? url.replace(SECRETS, '$1…') : url;
}

/** Errors about the contents of a body: their messages quote it, and the log has no bodies. */
const ABOUT_BODIES: ReadonlySet<string> = new Set(['invalid-body', 'invalid-resource', 'conflict', 'unprocessable']);

const MAX_REASON_LENGTH = 300;

/** Why a request failed, for the log: the messages, or only their number where they may quote a body. */
export function reasonOf({ kind, title, details }: ServiceError): string {
  if (ABOUT_BODIES.has(kind)) return details.length === 1 ? title : `${title} (${details.length} problems)`;
  return details
    .map(({ message }) => message)
    .join('; ')
    .slice(0, MAX_REASON_LENGTH);
}

/** No defects of the node: another server fails, the node starts or stops, or one of its resources is exhausted. */
const LIMITS: ReadonlySet<number> = new Set([502, 503, 507]);

/** The caller sent a body that no request here accepts. */
const OF_CALLERS: ReadonlySet<number> = new Set([501, 505]);

function levelOf(method: string | undefined, status: number): 'debug' | 'info' | 'warn' | 'error' {
  if (status >= 500 && !OF_CALLERS.has(status)) return LIMITS.has(status) ? 'warn' : 'error';
  return status > 0 && status < 400 && (method === 'GET' || method === 'HEAD') ? 'debug' : 'info';
}

/**
 * Called when a request's connection is closed or its response is sent; status 0: the client has disconnected before.
 * Successful reads are logged at `debug`, writes and errors of callers at `info`, 502, 503 and 507 at `warn`, other errors
 * of the node at `error`.
 *
 * @param addressOf the client's address.
 */
export function accessLog(
  log: Logger,
  addressOf: (remote: string | undefined, headers: IncomingHttpHeaders) => string,
): (request: IncomingMessage, remoteAddress: string | undefined, observed: ObservedRequest, status: number) => void {
  return ({ method, headers }, remoteAddress, { target, route, agent, reason, trace, start }, status) => {
    const level = levelOf(method, status);
    if (!log.isLevelEnabled(level)) return;
    const { requestId, traceparent } = trace;
    log[level](
      {
        method,
        url: redactUrl(target),
        ...(route !== NO_ROUTE && { route }),
        status,
        ms: Math.round(performance.now() - start),
        ...(agent !== undefined && { agent }),
        remoteAddress: addressOf(remoteAddress, headers),
        requestId,
        ...(traceparent !== undefined && { traceparent }),
        ...(reason !== undefined && { reason }),
      },
      'request',
    );
  };
}

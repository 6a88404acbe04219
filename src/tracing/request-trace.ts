/**
 * The identifiers of a request in the log, in its response, and in the resulting calls to partners (D61). The fields
 * are `X-Request-Id` and `traceparent` (W3C Trace Context, section 3.2).
 */
import { createHash } from 'node:crypto';
import type { IdSource } from '../clock.js';

export interface RequestTrace {
  readonly requestId: string;
  /** The caller's `traceparent`, if it is valid. */
  readonly traceparent?: string | undefined;
}

/** Only characters of a URI's path, so that the identifier can be part of an Error's name. */
const REQUEST_ID = /^[A-Za-z0-9._~-]{1,128}$/;

/** Later versions may append fields to those of version 00. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:$|-)/;
const TRACEPARENT_LENGTH = 55;
const MAX_TRACEPARENT_LENGTH = 256;

function validTraceparent(text: string): boolean {
  if (text.length > MAX_TRACEPARENT_LENGTH || !TRACEPARENT.test(text)) return false;
  return !text.startsWith('00') || text.length === TRACEPARENT_LENGTH;
}

/**
 * The trace of a request: from `X-Request-Id`, otherwise from the trace of `traceparent`, otherwise new. A repeated or
 * malformed field is ignored.
 */
export function readTrace(
  requestId: string | string[] | undefined,
  traceparent: string | string[] | undefined,
  ids: IdSource,
): RequestTrace {
  const parent = typeof traceparent === 'string' && validTraceparent(traceparent) ? traceparent : undefined;
  if (typeof requestId === 'string' && REQUEST_ID.test(requestId)) return { requestId, traceparent: parent };
  return parent === undefined
    ? { requestId: ids.next() }
    : { requestId: TRACEPARENT.exec(parent)?.[1] ?? ids.next(), traceparent: parent };
}

const hexOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/**
 * Header fields for a call to a partner that a request causes. The trace is the caller's, or is derived from the
 * request's identifier, so that all calls of a request share it.
 */
export function traceHeaders(
  { requestId, traceparent }: RequestTrace,
  ids: IdSource,
): { readonly 'X-Request-Id': string; readonly traceparent: string } {
  const [, traceId = hexOf(requestId, 32), flags = '00'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  return { 'X-Request-Id': requestId, traceparent: `00-${traceId}-${hexOf(ids.next(), 16)}-${flags}` };
}

/** A trace as one text, for storing it with the results of a request. */
export function formatTrace({ requestId, traceparent }: RequestTrace): string {
  return traceparent === undefined ? requestId : `${requestId} ${traceparent}`;
}

/** Parses a text of `formatTrace`; undefined for any other text. */
export function parseTrace(text: string): RequestTrace | undefined {
  const [requestId = '', traceparent, ...rest] = text.split(' ');
  if (!REQUEST_ID.test(requestId) || rest.length > 0) return undefined;
  if (traceparent === undefined) return { requestId };
  return validTraceparent(traceparent) ? { requestId, traceparent } : undefined;
}

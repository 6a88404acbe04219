/** Why a request is refused: an answer with an `api:Error` (T48). */
import { api } from '../vocabulary.js';

const titles = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [413, 'Content Too Large'],
  [415, 'Unsupported Media Type'],
  [503, 'Service Unavailable'],
]);

/** An answer of the receiver. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const JSON_LD = 'application/ld+json';

export const noContent: Reply = { status: 204, headers: {}, body: undefined };

/** @param statements `@context` is added. */
export function jsonLd(status: number, statements: object, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'Content-Type': JSON_LD, ...headers }, body: JSON.stringify(statements) };
}

export const context = { api };

/** Ends the handling of a request. The message may be sent: it has no input in it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }

  get reply(): Reply {
    return jsonLd(
      this.status,
      {
        '@context': context,
        '@type': 'api:Error',
        'api:hasTitle': titles.get(this.status) ?? 'Internal Server Error',
        'api:hasErrorDetail': [
          { '@type': 'api:ErrorDetail', 'api:hasCode': String(this.status), 'api:hasMessage': this.message },
        ],
      },
      this.headers,
    );
  }
}

/** 401 with a challenge (RFC 6750). */
export function unauthorized(message: string, error?: 'invalid_token', cause?: unknown): Refusal {
  const challenge = error === undefined ? 'Bearer' : `Bearer error="${error}", error_description="${message}"`;
  return new Refusal(401, message, { 'WWW-Authenticate': challenge }, { cause });
}

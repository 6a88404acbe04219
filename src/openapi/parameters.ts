/** Parameters that several operations share, described once. */
import { MAX_COUNT } from '../http/query-parameters.js';
import type { Parameter, Reference } from './types.js';

/** A time in a query. */
export const queryTime = {
  type: 'string',
  pattern: '^\\d{4}-?\\d{2}-?\\d{2}T\\d{2}:?\\d{2}:?\\d{2}(\\.\\d{1,9})?Z$',
} as const;
export const count = { type: 'integer', minimum: 0, maximum: MAX_COUNT } as const;
const id = { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,200}$' } as const;

export const parameters = {
  object: {
    name: 'id',
    in: 'path',
    required: true,
    description: "The Logistics Object's id: the last part of its URI.",
    schema: id,
    example: 'piece-1',
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: "Entity tags of the caller's cached responses: 304 if one of them is current.",
    schema: { type: 'string' },
  },
  ifModifiedSince: {
    name: 'If-Modified-Since',
    in: 'header',
    description: "The `Last-Modified` of the caller's cached response; ignored with `If-None-Match`.",
    schema: { type: 'string' },
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'Entity tags of the state that the caller read, in any format, or `*`: 412 if none of them is current.',
    schema: { type: 'string' },
  },
  ifUnmodifiedSince: {
    name: 'If-Unmodified-Since',
    in: 'header',
    description:
      'The `Last-Modified` that the caller read, ignored with `If-Match`: 412 if the resource has changed since.',
    schema: { type: 'string' },
  },
  ifNotThere: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags, or `*`: 412 if the current state is among them.',
    schema: { type: 'string' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeat a request with the same key if its answer was lost: it is done once, and the first answer comes again. A string of 1 to 128 characters, of `A-Z a-z 0-9 . _ ~ : -`, in quotation marks or bare.',
    schema: { type: 'string', pattern: '^("[A-Za-z0-9._~:-]{1,128}"|[A-Za-z0-9._~:-]{1,128})$' },
    example: '"4f1c2c52-7f0e-4a6c-9d6b-0d6c1b7d4a11"',
  },
  after: {
    name: 'after',
    in: 'query',
    description: 'The page after a cursor, as `next` or the `Link` of a page names it.',
    schema: { type: 'string' },
  },
  before: {
    name: 'before',
    in: 'query',
    description: 'The page before a cursor, as `previous` or the `Link` of a page names it; `end`: the last page.',
    schema: { type: 'string' },
  },
  skip: {
    name: 'skip',
    in: 'query',
    description: 'The number of items to skip: at most 10,000 in a longer list.',
    schema: { ...count, default: 0 },
  },
} as const satisfies Record<string, Parameter>;

/** The time of a memento (RFC 7089). */
export const acceptDatetime: Parameter = {
  name: 'Accept-Datetime',
  in: 'header',
  description:
    'A time as HTTP writes dates: the revision that was valid at the end of that second (RFC 7089). Ignored beside `at` and `embedded`.',
  schema: { type: 'string' },
  example: 'Tue, 03 Mar 2026 10:45:00 GMT',
};

/** References to shared parameters. */
export function parameterRefs(...names: readonly (keyof typeof parameters)[]): Reference[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

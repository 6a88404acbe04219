/** Operations that answer plain JSON (D47), and bodies of plain JSON: one schema of zod gives type, check and description. */
import { z } from 'zod';
import { ServiceError } from '../errors.js';
import { jsonBody } from '../http/representation/json-body.js';
import { answerFormat, fileTypes } from '../exports/files.js';
import { requireAcceptable } from '../http/representation/media-ranges.js';
import { digest } from '../http/representation/representation.js';
import type { RequestContext } from '../http/request-context.js';
import type { Answered } from './answered.js';
import { type Answer, referenceTo } from './json-schema.js';
import { type Exporting, exportedFile, zoneParameter } from './exporting.js';
import { optionalHeaders } from './headers.js';
import { type DeclaredOperation, type Declaration, operation } from './operation.js';
import type { QueryDeclaration, QueryValues } from './query.js';
import { content } from './responses.js';
import type { DescriptionContext } from './section.js';
import type { JsonValue, RequestBody, Response } from './types.js';

export type { Answered } from './answered.js';

interface JsonOperation<Query extends QueryDeclaration, Of extends z.ZodType> extends Omit<
  Declaration<Query>,
  'negotiatesItself'
> {
  readonly body?: (node: DescriptionContext) => RequestBody;
  readonly answers: {
    /** 200 by default; 202 if the requested work is not done yet. */
    readonly status?: 202;
    readonly description: string;
    /** A named one (`component`). */
    readonly schema: Of;
    readonly example: (node: DescriptionContext) => Answer<Of>;
    /** A page of a list: it has `Link` to its neighbours. */
    readonly isPage?: true;
    /** It has no tag: each answer differs. */
    readonly isUntagged?: true;
  };
  /** Its answers are also files: CSV and XLSX, by Accept (K72). */
  readonly exports?: Exporting<Answer<Of>>;
  readonly handle: (context: RequestContext, query: () => QueryValues<Query>) => Promise<Answered<Answer<Of>>>;
}

/** The answer 200 of an operation that exports, in each of its media types. */
function withFiles(response: Response): Response {
  const file = { schema: { type: 'string', format: 'binary' } } as const;
  return {
    ...response,
    headers: {
      ...response.headers,
      ...(response.headers?.['ETag'] && optionalHeaders(['ETag'])),
      ...optionalHeaders(['Content-Disposition', 'Truncated']),
    },
    content: { ...response.content, [fileTypes.csv]: file, [fileTypes.xlsx]: file },
  };
}

/** Declares an operation that answers JSON. Its strong tag lets a page that asks again get 304. */
export function jsonOperation<Of extends z.ZodType, const Query extends QueryDeclaration = Record<string, never>>({
  answers: { status, description, schema, example, isPage, isUntagged },
  body,
  exports,
  handle,
  ...declaration
}: JsonOperation<Query, Of>): DeclaredOperation {
  const isTagged = isUntagged !== true;
  const fields = [
    ...(isTagged ? (['ETag'] as const) : []),
    ...(['Cache-Control', 'Content-Language', 'Vary'] as const),
    ...(isPage ? (['Link'] as const) : []),
  ];
  return operation<Query>({
    ...declaration,
    negotiatesItself: true,
    ...(body && { body }),
    ...(exports && { otherQuery: [zoneParameter] }),
    responses: (node): Readonly<Record<string, Response>> => {
      const response = content(
        description,
        'application/json',
        { schema: referenceTo(schema), example: z.json().parse(example(node)) },
        fields,
      );
      return { [status ?? 200]: exports === undefined ? response : withFiles(response) };
    },
    handle: async (context, query) => {
      if (exports === undefined) requireAcceptable(context.header('accept'), 'application/json');
      else {
        const format = answerFormat(context.header('accept'));
        if (format !== 'json') return exportedFile(context, format, { query: declaration.query, exports, handle });
      }
      const { answer, headers } = await handle(context, query);
      const bytes = jsonBody(answer);
      return {
        kind: 'content',
        ...(status && { status }),
        body: bytes,
        contentType: 'application/json',
        ...(isTagged && { etag: digest(bytes) }),
        ...(headers && { headers }),
      };
    },
  });
}

/** A body of plain JSON: how it is read, and how it is described. */
export interface JsonBody<Value> {
  /** @throws ServiceError `invalid-body`, `unsupported-type` */
  readonly read: (context: RequestContext) => Promise<Value>;
  readonly describe: (node: DescriptionContext) => RequestBody;
}

/** @param form the required form of the body, for the error. */
export function jsonBodyOf<Of extends z.ZodType>(
  schema: Of,
  form: string,
  example: (node: DescriptionContext) => JsonValue,
): JsonBody<z.output<Of>> {
  return {
    read: async (context) => {
      const { success, data } = schema.safeParse(await context.json());
      if (!success) throw new ServiceError('invalid-body', `the body must be ${form}`);
      return data;
    },
    describe: (node) => {
      const media = { schema: referenceTo(schema), example: example(node) };
      return { required: true, content: { 'application/json': media, 'application/ld+json': media } };
    },
  };
}

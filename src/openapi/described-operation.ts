/** The description of an operation: the content of its declaration, and the parts common to all of its kind. */
import { type Feature, firstVersionWith } from '../api-versions.js';
import { errorResponseRefs, type ErrorStatus } from './error-responses.js';
import { parameterRefs } from './parameters.js';
import type { DescriptionContext } from './section.js';
import type { Operation, Parameter, Reference, RequestBody, Response } from './types.js';

/**
 * Callers: anyone without a token, anyone on the same machine and internal agents, any authenticated caller, one with a
 * permission, or internal agents only.
 */
export type AccessLevel = 'anyone' | 'local' | 'authenticated' | 'permitted' | 'internal';

/** The descriptive part of a declaration. */
export interface OperationText {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly accessLevel: AccessLevel;
  /** It exists in the API versions with this feature only. */
  readonly feature?: Feature;
  /** Whether it changes nothing; true for GET. */
  readonly safe?: boolean;
  /** In addition to the common ones. */
  readonly errors?: readonly ErrorStatus[];
}

/** The parameters and the answers of an operation. */
interface OperationForms {
  readonly parameters: readonly (Parameter | Reference)[];
  readonly body?: RequestBody | undefined;
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

const accessDescriptions: Readonly<Record<AccessLevel, string>> = {
  anyone: 'No token is needed.',
  local: 'For internal agents, and without a token for anyone on the same machine.',
  authenticated: 'For any authenticated caller.',
  permitted: 'For callers that have been permitted.',
  internal: 'For internal agents only.',
};

/** @param method in lower case. */
export function describedOperation(
  method: string,
  { id, summary, description, accessLevel, feature, safe = method === 'get', errors = [] }: OperationText,
  { parameters, body, responses }: OperationForms,
  { tag, security }: { readonly tag: string } & Pick<DescriptionContext, 'security'>,
): Operation {
  const since = feature && firstVersionWith(feature);
  const notModifiedResponse = method === 'get' ? notModified(responses['200']) : {};
  const isConditional = '304' in notModifiedResponse || (accessLevel !== 'anyone' && accessLevel !== 'local');
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, accessDescriptions[accessLevel], since && `From API version ${since} on.`]
      .filter(Boolean)
      .join('\n\n'),
    ...(since !== undefined && { 'x-since': since }),
    parameters: [...parameters, ...(isConditional ? conditionsOf(method) : [])],
    ...(body && { requestBody: body }),
    responses: {
      ...responses,
      ...notModifiedResponse,
      ...errorResponseRefs([
        ...commonErrors(method, safe, accessLevel),
        ...(isConditional ? [412 as const] : []),
        ...errors,
      ]),
    },
    security: accessLevel === 'anyone' ? [] : accessLevel === 'local' ? [{}, ...security] : security,
  };
}

/** The parameters of conditional requests (RFC 9110, section 13). */
function conditionsOf(method: string): Reference[] {
  return method === 'get'
    ? parameterRefs('ifMatch', 'ifUnmodifiedSince', 'ifNoneMatch', 'ifModifiedSince')
    : parameterRefs('ifMatch', 'ifUnmodifiedSince', 'ifNotThere');
}

/** Errors that do not depend on the resource (D16, D33). */
function commonErrors(method: string, safe: boolean, accessLevel: AccessLevel): ErrorStatus[] {
  if (accessLevel === 'anyone') return [500];
  if (accessLevel === 'local') return [401, 403, 500, 503];
  return [
    401,
    ...(accessLevel === 'authenticated' ? [] : [403 as const]),
    406,
    ...(method === 'get' ? [] : [413 as const]),
    ...(safe ? [] : [507 as const]),
    429,
    500,
    503,
  ];
}

/** A read with an entity tag may be answered 304 with the same header fields (D9). */
function notModified(ok: Response | Reference | undefined): Record<string, Response> {
  if (ok === undefined || '$ref' in ok || ok.headers?.['ETag'] === undefined) return {};
  return { 304: { description: "The caller's cached response is still current.", headers: ok.headers } };
}

/**
 * The client of any ONE Record server: `cargograph/client` (T33).
 *
 * @packageDocumentation
 */
export { createClient } from './create-client.js';
export type { CallInit, Client } from './client.js';
export type { ClientOptions } from './options.js';
export type { CallOptions } from './exchange.js';
export { clientCredentials } from './tokens.js';
export type { ClientCredentials, ClientCredentialsOptions, Fetch, IssuedToken, TokenSource } from './tokens.js';
export {
  BadRequestError,
  ConflictError,
  ConnectionError,
  type ErrorAnswer,
  type ErrorDetail,
  ForbiddenError,
  InvalidAnswerError,
  NotAcceptableError,
  NotFoundError,
  NotSupportedError,
  OneRecordError,
  PreconditionFailedError,
  ServerError,
  TimeoutError,
  TokenError,
  TooManyRequestsError,
  UnauthorizedError,
  UnprocessableError,
} from './errors.js';
export type { Model, ModelClass, ModelProperty } from './model.js';
export type { LiteralValue, NodeValue, PropertyValue, Reference, Typed } from './values/types.js';
export type { AnyTerm, BlankNode, DefaultGraph, Literal, NamedNode, Quad, Resource, Term } from './rdf/terms.js';
export type { Head, RawAnswer, Read } from './read.js';
export type { ChangeOptions, Operation, OperationObject } from './changes/operation.js';
export type { Created, CreateOptions, ReadOptions } from './methods/objects.js';
export type { Revision } from './methods/revisions.js';
export type { EventCreation, EventFilter, EventValue, LogisticsEventRead } from './methods/events.js';
export type {
  ActionRequest,
  AuditTrailOptions,
  RequestFilter,
  SettledOptions,
  SubmittedRequest,
} from './methods/requests.js';
export type {
  AccessRequest,
  FoundError,
  OutgoingNotification,
  ServerInformation,
  SubscriptionOptions,
  VerifyOptions,
} from './methods/partners.js';
export type { ErrorReport } from './http/answer.js';
export type { List, PageOptions } from './pages.js';
export type { ApiVersion, Permission, RequestKind, RequestStatus, SubscriptionEvent } from './vocabulary.js';

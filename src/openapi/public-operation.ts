/**
 * Operations of public routes, which Express serves (docs/architecture.md, "Two HTTP stacks"). Each is declared once,
 * next to its handler, like those of resources: the route, its query, 405 with `Allow`, and the description are read
 * off the declaration.
 */
import type { ErrorRequestHandler, Request, RequestHandler, Response as ExpressResponse } from 'express';
import { Router } from '../bundled/express.js';
import { methodNotAllowed, type PublicRoute } from '../http/pages.js';
import { QueryParameters } from '../http/query-parameters.js';
import { type PathParameter, pathParameter } from './operation.js';
import { type AccessLevel, describedOperation, type OperationText } from './described-operation.js';
import type { ErrorStatus } from './error-responses.js';
import { type QueryDeclaration, type QueryParameter, type QueryValues, readQuery } from './query.js';
import type { DescriptionContext, PublicModule } from './section.js';
import type { Operation, PathItem, RequestBody, Response, Schema, Tag } from './types.js';

/** The tag of the routes for operators. */
export const runningTag = { name: 'Running', description: 'The state of the node, and pages for people.' };

interface PublicDeclaration<Query extends QueryDeclaration> extends Omit<OperationText, 'feature' | 'safe'> {
  readonly method: 'get' | 'post';
  /** Below the base URL, with `:name` for a parameter, and `*name` for the rest of the path. */
  readonly path: string;
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  /** The handler checks it. */
  readonly accessLevel: Extract<AccessLevel, 'anyone' | 'local' | 'authenticated' | 'permitted'>;
  readonly query?: Query;
  /** The treatment of undeclared query parameters. */
  readonly unknownQuery?: 'refused' | 'ignored';
  readonly body?: RequestBody;
  /** Reads the body before the handler. */
  readonly parser?: RequestHandler;
  readonly responses: (node: DescriptionContext) => Readonly<Record<string, Response>>;
  readonly handle: (request: Request, response: ExpressResponse, query: QueryValues<Query>) => Promise<void> | void;
}

/** An operation of a public route: its route and its description. */
interface PublicOperation {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly handlers: readonly RequestHandler[];
  /** @param errors the errors of its public route. */
  readonly describe: (node: DescriptionContext, tag: string, errors: readonly ErrorStatus[]) => Operation;
}

/** Declares an operation that Express serves. */
export function publicOperation<const Query extends QueryDeclaration = Record<string, never>>({
  method,
  path,
  pathParameters = {},
  query,
  unknownQuery = 'ignored',
  body,
  parser,
  responses,
  handle,
  ...text
}: PublicDeclaration<Query>): PublicOperation {
  const declared = Object.values<QueryParameter<unknown>>(query ?? {});
  const names = declared.flatMap((parameter) => parameter.names);
  const handler: RequestHandler = (request, response) => {
    const given = QueryParameters.of(request.originalUrl, names);
    if (unknownQuery === 'refused') given.assertOnly(names);
    return handle(request, response, readQuery<Query>(query, given));
  };
  return {
    method,
    path,
    handlers: [...(parser ? [parser] : []), handler],
    describe: (node, tag, ofRoute) => {
      const inPath = Array.from(path.matchAll(/[:*](\w+)/g), ([, name = '']) =>
        pathParameter(name, pathParameters[name]),
      );
      const isRead = declared.length > 0 || unknownQuery === 'refused';
      const errors = [
        ...(isRead ? [400 as const] : []),
        ...(inPath.length > 0 ? [404 as const] : []),
        ...ofRoute,
        ...(text.errors ?? []),
      ];
      const parameters = [...inPath, ...declared.flatMap(({ described }) => described)];
      const forms = { parameters, body, responses: responses(node) };
      return describedOperation(method, { ...text, errors }, forms, { tag, security: node.security });
    },
  };
}

interface PublicRouteDeclaration extends Pick<PublicRoute, 'path' | 'isUnlimited'> {
  readonly tag: Tag;
  readonly operations: readonly PublicOperation[];
  readonly schemas?: Readonly<Record<string, Schema>>;
  /** Of all its answers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Handlers after them: files, which are not described, or a reader of errors. */
  readonly rest?: RequestHandler | ErrorRequestHandler;
}

/** A path as OpenAPI writes it: `/log/{epoch}/checkpoint`. */
const described = (path: string): string => path.replace(/[:*](\w+)/g, '{$1}');

/** The operations at a path and below it. */
export function publicRoute({
  path,
  isUnlimited,
  tag,
  operations,
  schemas = {},
  headers = {},
  rest,
}: PublicRouteDeclaration): PublicModule {
  const router = Router();
  router.use((_request, response, next) => {
    response.set(headers);
    next();
  });
  for (const address of new Set(operations.map((each) => each.path))) {
    const here = operations.filter((each) => each.path === address);
    const route = router.route(address.slice(path.length) || '/');
    for (const { method, handlers } of here) route[method](...handlers);
    const allowed = here.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : ['POST']));
    route.all((request) => {
      throw methodNotAllowed(request.method, allowed);
    });
  }
  if (rest !== undefined) router.use(rest);
  const errors = [405, ...(isUnlimited ? [] : [429 as const])] as const;
  return {
    publicRoutes: [{ path, handler: router, ...(isUnlimited && { isUnlimited }) }],
    sections: [
      (node) => {
        const paths: Record<string, PathItem> = {};
        for (const { path: address, method, describe } of operations)
          paths[described(address)] = { ...paths[described(address)], [method]: describe(node, tag.name, errors) };
        return { tag, paths, schemas };
      },
    ],
  };
}

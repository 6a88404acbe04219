/**
 * The input of openapi-to-postmanv2: the description with only the parts for requests, and with a value for each
 * parameter, because the converter would invent one.
 */
import type { OpenApiDocument, Parameter } from '../../src/openapi/types.js';
import type { DescribedOperation, Description } from '../../test/openapi/description.js';

/** Values of parameters, by operation. `{{name}}` is a variable of the collection. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getLogisticsEvent: { event: '{{eventId}}' },
  getActionRequest: { id: '{{delegationRequestId}}' },
  decideActionRequest: { id: '{{delegationRequestId}}', status: 'REQUEST_ACCEPTED' },
  revokeActionRequest: { id: '{{changeRequestId}}' },
  getActionRequestError: { id: '{{changeRequestId}}', error: '1' },
  getSubscriptions: { topicType: 'LOGISTICS_OBJECT_TYPE', topic: 'https://onerecord.iata.org/ns/cargo#Piece' },
  query: { query: 'SELECT ?piece WHERE { ?piece a <https://onerecord.iata.org/ns/cargo#Piece> } LIMIT 10' },
};
const usualValues: Readonly<Record<string, string>> = { id: '{{pieceId}}', name: 'api' };

/** The description, reduced; its addresses begin with `baseUrl`, which becomes a variable. */
export function prepare(document: OpenApiDocument, description: Description, baseUrl: string): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const described of description.operations) {
    const { path, method } = described;
    (paths[path] ??= {})[method] = operationOf(described, description);
  }
  const { info, tags } = document;
  const reduced = { openapi: '3.0.3', info, tags, servers: [{ url: '{{baseUrl}}' }], paths };
  return JSON.stringify(reduced).replaceAll(baseUrl, '{{baseUrl}}').replaceAll('/piece-1', '/{{pieceId}}');
}

function operationOf(described: DescribedOperation, description: Description): unknown {
  const { operation } = described;
  const { operationId, summary, tags } = operation;
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  return {
    operationId,
    summary,
    tags,
    ...(operation.description !== undefined && { description: operation.description }),
    parameters: description
      .parametersOf(described)
      .filter((parameter) => parameter.in !== 'header')
      .map((parameter) => withExample(parameter, operationId)),
    ...(body !== undefined && { requestBody: { content: { [body[0]]: exampleOf(body[1].example) } } }),
    responses: { 200: { description: 'see the description of the API' } },
  };
}

/** Each form field needs a property. */
function exampleOf(example: unknown): unknown {
  if (typeof example !== 'object' || example === null) return { schema: { type: 'string' }, example };
  const properties = Object.fromEntries(
    Object.entries(example).map(([key, value]) => [key, { example: value as unknown }]),
  );
  return { schema: { type: 'object', properties, required: Object.keys(example) }, example };
}

function withExample(parameter: Parameter, operationId: string): unknown {
  const { name, description, required = false } = parameter;
  const value = values[operationId]?.[name] ?? (parameter.in === 'path' ? usualValues[name] : undefined);
  const example = value ?? (typeof parameter.example === 'string' ? parameter.example : '');
  return {
    name,
    in: parameter.in,
    description,
    required: required || value !== undefined,
    schema: { type: 'string' },
    example,
  };
}

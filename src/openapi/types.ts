/** The parts of OpenAPI 3.1 that are used here, read-only and without optional members that are always present. */
import type { z } from 'zod';

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [member: string]: JsonValue };

type ByName<Value> = Readonly<Record<string, Value>>;

export interface Reference {
  readonly $ref: string;
}

/** JSON Schema 2020-12. */
export interface SchemaObject {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly JsonValue[];
  readonly const?: JsonValue;
  readonly default?: JsonValue;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: ByName<Schema>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Written here, or made from a schema of zod. */
export type Schema = SchemaObject | Reference | z.core.JSONSchema.JSONSchema;

export interface Header {
  readonly description: string;
  /** Whether it is present in all responses that list it. */
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: JsonValue;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly style?: 'form';
  readonly explode?: boolean;
  readonly example?: JsonValue;
}

export interface MediaType {
  readonly schema: Schema;
  readonly example?: JsonValue;
}

export interface RequestBody {
  readonly description?: string;
  readonly required: boolean;
  readonly content: ByName<MediaType>;
}

/** The use of values of a response in another operation. */
export interface Link {
  readonly operationId: string;
  readonly parameters: ByName<string>;
}

export interface Response {
  readonly description: string;
  readonly headers?: ByName<Header | Reference>;
  readonly content?: ByName<MediaType>;
  readonly links?: ByName<Link>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody;
  readonly responses: ByName<Response | Reference>;
  readonly security: readonly ByName<readonly string[]>[];
  /** The API version that brought it; absent for the oldest one. */
  readonly 'x-since'?: string;
}

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type MethodName = (typeof methods)[number];

export type PathItem = Readonly<Partial<Record<MethodName, Operation>>>;

export interface Tag {
  readonly name: string;
  readonly description: string;
}

export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly bearerFormat: string; readonly description: string }
  | {
      readonly type: 'oauth2';
      readonly description: string;
      readonly flows: { readonly clientCredentials: { readonly tokenUrl: string; readonly scopes: ByName<string> } };
    };

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly Tag[];
  readonly paths: ByName<PathItem>;
  readonly components: {
    readonly schemas: ByName<Schema>;
    readonly headers: ByName<Header>;
    readonly parameters: ByName<Parameter>;
    readonly responses: ByName<Response>;
    readonly securitySchemes: ByName<SecurityScheme>;
  };
}

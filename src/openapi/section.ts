/** A module's section of the OpenAPI document. */
import type { PublicRoute } from '../http/pages.js';
import type { Resource } from '../http/request-context.js';
import type { Namespaces } from '../rdf/vocabulary.js';
import type { JsonValue, Operation, PathItem, Schema, Tag } from './types.js';

export interface OpenApiSection {
  readonly tag: Tag;
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly schemas?: Readonly<Record<string, Schema>>;
}

/** Describes a module's operations for one node. */
export type DescribeSection = (node: DescriptionContext) => OpenApiSection;

/** The resources that a module adds to the HTTP interface, and their descriptions. */
export interface ModuleRoutes {
  readonly resources: readonly Resource[];
  readonly sections: readonly DescribeSection[];
}

/** The public routes that a module adds, and their descriptions. */
export interface PublicModule {
  readonly publicRoutes: readonly PublicRoute[];
  readonly sections: readonly DescribeSection[];
}

/** The node that is described, and helpers for examples. */
export class DescriptionContext {
  constructor(
    /** `{base_url}`. */
    readonly base: string,
    readonly namespaces: Namespaces,
    /** The security requirements of an operation that needs a token. */
    readonly security: Operation['security'],
  ) {}

  /** The JSON-LD context of the examples. */
  get context(): { readonly api: string; readonly cargo: string } {
    const { api, cargo } = this.namespaces;
    return { api, cargo };
  }

  /** A URI of this node, in an example. */
  uri(path: string): string {
    return this.base + path;
  }

  /** A link to a resource of this node, in an example. */
  link(path: string): { readonly '@id': string } {
    return { '@id': this.uri(path) };
  }

  /** An example of JSON-LD with its context. */
  document(members: Readonly<Record<string, JsonValue>>): Readonly<Record<string, JsonValue>> {
    return { '@context': this.context, ...members };
  }
}

/** Identifiers that the examples of all sections share. */
export const exampleIds = {
  piece: '/logistics-objects/piece-1',
  airline: '/logistics-objects/airline',
  holder: '/logistics-objects/_data-holder',
  event: '/logistics-objects/piece-1/logistics-events/eeda8085-3988-4c58-8a5e-9304e21c593b',
  changeRequest: '/action-requests/14d3be62-d6b2-4dbb-8d65-9ca4fc15a400',
  subscriptionRequest: '/action-requests/f1bec916-2d38-408d-a781-c0140207ef83',
} as const;

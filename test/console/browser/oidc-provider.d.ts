/** What the tests use of oidc-provider, which brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  interface Interaction {
    readonly prompt: { readonly name: string };
    readonly session?: { readonly accountId: string };
  }

  interface Configuration {
    readonly extraTokenClaims: (context: unknown, token: object) => Record<string, string> | undefined;
    readonly findAccount: (context: unknown, id: string) => { accountId: string; claims: () => { sub: string } };
    readonly interactions: { readonly url: (context: unknown, interaction: { readonly uid: string }) => string };
    readonly [option: string]: unknown;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (of: { accountId: string; clientId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}

/** Authenticates the callers of this node, and the node itself in calls to others. */
import type { Logger } from 'pino';
import type { Clock, IdSource } from '../clock.js';
import type { Closer } from '../closers.js';
import { OutboundClient, type OutboundOptions } from '../outbound/http-client.js';
import type { OutboundTls } from '../outbound/tls.js';
import type { Iri } from '../rdf/terms.js';
import { isLoopback, type Settings } from '../settings/settings.js';
import type { GraphStore } from '../store/graph-store/graph-store.js';
import type { Tracer } from '../tracing/tracer.js';
import type { UriScheme } from '../uris.js';
import { AccessTokenProvider, clientCredentialsGrant } from './access-token-provider.js';
import { DevIdentityProvider } from './dev-identity-provider.js';
import { RemoteKeySource } from './key-set.js';
import { loadOrCreateSigningKey, sharedSigningKey, type SigningKey } from './signing-key.js';
import { TokenVerifier } from './token-verifier.js';

interface IdentityContext {
  readonly settings: Settings;
  readonly outboundTls: OutboundTls;
  readonly overrides: {
    readonly signingKey?: SigningKey | undefined;
    readonly outbound?: Pick<OutboundOptions, 'timeouts' | 'resolve' | 'ca'> | undefined;
  };
  readonly store: Pick<GraphStore, 'sharedValue'>;
  readonly uris: UriScheme;
  readonly dataHolder: Iri;
  readonly internalAgents: ReadonlySet<Iri>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly tracer: Tracer;
  readonly closers: Closer[];
}

export interface Identity {
  readonly verifier: TokenVerifier;
  readonly devIdp: DevIdentityProvider | undefined;
  /** The client for calls to partners. */
  readonly client: OutboundClient;
  /** The client for calls to addresses in the operator's settings. */
  readonly operatorClient: OutboundClient;
  /** This node's token for such calls; undefined without credentials. */
  readonly ownToken: AccessTokenProvider | undefined;
  /** Calls the identity providers of the settings once, so that the log shows failures. Never rejects. */
  readonly checkProviders: (signal: AbortSignal) => Promise<void>;
}

export async function createIdentity(context: IdentityContext): Promise<Identity> {
  const { settings, overrides, uris, internalAgents, clock, log, tracer, closers } = context;
  // The operator configures identity providers, so private addresses are allowed.
  const operatorClient = OutboundClient.unrestricted({ log, tracer, tls: context.outboundTls, ...overrides.outbound });
  const client = new OutboundClient({
    allowPrivateAddresses: settings.outboundPrivateAddresses ?? isLoopback(uris.base),
    log,
    tracer,
    tls: context.outboundTls,
    ...overrides.outbound,
  });
  closers.push(
    () => operatorClient.close(),
    () => client.close(),
  );
  const devIdp = settings.devIdp ? new DevIdentityProvider({ ...context, key: await signingKey(context) }) : undefined;
  const remote = settings.trustedIssuers.map(({ issuer, jwksUri, audience }) => ({
    issuer,
    audience,
    keys: new RemoteKeySource({ url: jwksUri, client: operatorClient, clock, log }),
  }));
  const verifier = new TokenVerifier({
    issuers: [...remote, ...(devIdp === undefined ? [] : [{ issuer: devIdp.issuer, keys: devIdp.keys }])],
    internalAgents,
    acceptsBound: settings.cnfTokens === 'accept',
    clock,
    log,
  });
  if (settings.production) warnOfAudiences(settings, log);
  const grant =
    settings.peerCredentials === undefined
      ? devIdp?.grant
      : clientCredentialsGrant(settings.peerCredentials, operatorClient);
  const ownToken = grant && new AccessTokenProvider({ grant, clock, log });
  const checkProviders = async (signal: AbortSignal): Promise<void> => {
    await Promise.allSettled([
      ...remote.map(({ keys }) => keys.prefetch(signal)),
      ...(settings.peerCredentials === undefined ? [] : [ownToken?.get(signal)]),
    ]);
  };
  return { verifier, devIdp, client, operatorClient, ownToken, checkProviders };
}

/** Without an audience, this node accepts every token of a provider, even one issued for another server (D68). */
function warnOfAudiences({ trustedIssuers }: Pick<Settings, 'trustedIssuers'>, log: Logger): void {
  for (const { issuer, audience } of trustedIssuers)
    if (audience === undefined)
      log.warn(
        { issuer },
        'a trusted issuer has no audience in TRUSTED_ISSUERS: its tokens for other servers are accepted, too',
      );
}

/** The key of the development identity provider: all nodes that share the store have the same one. */
async function signingKey({ settings, overrides, store }: IdentityContext): Promise<SigningKey> {
  if (settings.store.kind === 'folder') return loadOrCreateSigningKey(settings.store.path);
  if (store.sharedValue !== undefined) return sharedSigningKey(store.sharedValue);
  return overrides.signingKey ?? loadOrCreateSigningKey(undefined);
}

/** `GET /internal/status`: what runs here and with which settings, for Health. Figures are in `/metrics`. */
import { assertInternal } from '../../http/caller.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import type { Identity } from '../../identity/module.js';
import { programVersion } from '../../version.js';
import type { StatusAnswer } from '../responses.js';
import type { ConsoleServices } from '../services.js';
import { jsonAnswer } from './answer.js';

export function statusRoutes(
  services: ConsoleServices,
  { verifier, ownToken }: Pick<Identity, 'verifier' | 'ownToken'>,
): Resource[] {
  const { clock, store } = services;
  const startedAt = clock.now().toISOString();
  const version = programVersion();
  const settings = shownSettings(services);

  function status(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    const noToken =
      ownToken === undefined ? 'this node has no credentials for calls to partners (IDP_TOKEN_URL)' : null;
    const lastError = noToken ?? ownToken?.lastError ?? null;
    const { reads, reason = null, statements } = store.status();
    const answer: StatusAnswer = {
      version,
      startedAt,
      settings,
      issuers: verifier.keySets().map(({ issuer, fetchedAt, error }) => ({
        issuer,
        keysAt: fetchedAt ?? null,
        lastError: error ?? null,
      })),
      ownToken: { ok: lastError === null, lastError },
      analytics: { warm: services.settings.sparql.warm !== false, statements, lastError: reads ? null : reason },
    };
    return Promise.resolve(jsonAnswer(context, answer));
  }

  return [{ path: '/internal/status', methods: { GET: status }, negotiatesItself: true }];
}

/** The settings by the names of their variables. Each is named here, so that a new one with a secret is not shown. */
function shownSettings({ settings, uris, dataHolder, internalAgents }: ConsoleServices): StatusAnswer['settings'] {
  const { apiVersions, sparql, deliveryRetryMs } = settings;
  const shown = {
    BASE_URL: uris.base,
    STORE: settings.store.kind,
    DATA_HOLDER_URI: dataHolder,
    DATA_HOLDER_NAME: settings.dataHolderName,
    INTERNAL_AGENTS: [...internalAgents].filter((agent) => agent !== dataHolder).join(', '),
    DEV_IDP: settings.devIdp,
    API_VERSIONS: apiVersions.offered.join(', '),
    DEFAULT_API_VERSION: apiVersions.default,
    JSONLD_FORM: settings.jsonLdForm,
    VALIDATION: settings.validation,
    EVENT_POSTING: settings.eventPosting,
    AUTO_ACCEPT: settings.autoAccept,
    THIRD_PARTY_SUBSCRIPTIONS: settings.thirdPartySubscriptions,
    DELIVERY_RETRY_MIN_MS: deliveryRetryMs.min,
    DELIVERY_RETRY_MAX_MS: deliveryRetryMs.max,
    RECEIPT_DAYS: settings.receiptDays,
    BODY_LIMIT: settings.bodyLimit,
    STRANGER_REQUESTS: settings.strangerRequests,
    RATE_LIMIT: settings.rateLimit,
    CACHE_MB: settings.cacheBytes / 1024 ** 2,
    SPARQL_TIMEOUT_MS: sparql.timeoutMs,
    SPARQL_MAX_ROWS: sparql.maxRows,
    SPARQL_WARM: sparql.warm,
    CORS_ORIGINS: settings.corsOrigins.join(', '),
    LOG_LEVEL: settings.logLevel,
  };
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, String(value)]));
}

/** `GET /internal/status`: the running program and its settings, for Health. Figures are in `/metrics`. */
import type { Identity } from '../../identity/module.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import { programVersion } from '../../version.js';
import { status, type StatusAnswer } from '../responses/node.js';
import type { ConsoleServices } from '../services.js';

export function getStatus(
  services: ConsoleServices,
  { verifier, ownToken }: Pick<Identity, 'verifier' | 'ownToken'>,
): DeclaredOperation {
  const { clock, store } = services;
  const startedAt = clock.now().toISOString();
  const version = programVersion();
  const settings = visibleSettings(services);

  return jsonOperation({
    method: 'GET',
    path: '/internal/status',
    id: 'getStatus',
    summary: 'Read the versions and settings of this node',
    description: 'Without secrets. Figures are in `/metrics`.',
    accessLevel: 'internal',
    answers: {
      description: 'The status.',
      schema: status,
      example: (node) => ({
        version: '0.2.0',
        startedAt: '2026-03-01T10:00:00.000Z',
        settings: { VALIDATION: 'strict' },
        issuers: [{ issuer: node.uri('/dev-idp'), keysAt: null, lastError: null }],
        ownToken: { ok: true, lastError: null },
        analytics: { warm: true, statements: 36429, lastError: null },
      }),
    },
    handle: () => {
      const noToken =
        ownToken === undefined ? 'this node has no credentials for calls to partners (IDP_TOKEN_URL)' : null;
      const lastError = noToken ?? ownToken?.lastError ?? null;
      const { reads, reason = null, statements } = store.status();
      const answer = {
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
      return Promise.resolve({ answer });
    },
  });
}

/**
 * The settings by the names of their variables. Each is listed here, so that a new setting with a secret stays hidden.
 */
function visibleSettings({ settings, uris, dataHolder, internalAgents }: ConsoleServices): StatusAnswer['settings'] {
  const { apiVersions, sparql, deliveryRetryMs } = settings;
  const visible = {
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
    BULK_LIMIT: settings.bulkLimit,
    FEED: settings.feed.isOn,
    FEED_PAGE_SIZE: settings.feed.pageSize,
    STRANGER_REQUESTS: settings.strangerRequests,
    IDEMPOTENCY_HOURS: settings.idempotencyHours,
    DRAFT_DAYS: settings.draftDays,
    RATE_LIMIT: settings.rateLimit,
    CACHE_MB: settings.cacheBytes / 1024 ** 2,
    COMMIT_LOG_KEEP_MB: settings.commitLogKeepBytes / 1024 ** 2,
    SPARQL_TIMEOUT_MS: sparql.timeoutMs,
    SPARQL_MAX_ROWS: sparql.maxRows,
    SPARQL_WARM: sparql.warm,
    CORS_ORIGINS: settings.corsOrigins.join(', '),
    LOG_LEVEL: settings.logLevel,
  };
  return Object.fromEntries(Object.entries(visible).map(([name, value]) => [name, String(value)]));
}

/** The purposes of the settings for the node itself: its address, its holder, tokens, store, console and logs. */
import { group } from './description.js';

export const address = group('Address', {
  NODE_ENV: {
    kind: '`production`, or anything else',
    default: 'development',
    meaning:
      'In production the development identity provider is off, pages of other origins may not call, and the console is off without `CONSOLE_LOGIN`.',
    example: 'production',
  },
  PORT: {
    kind: 'number from 0 to 65535',
    meaning: 'The port on which the node listens; 0 chooses a free one.',
    example: '8080',
  },
  HOST: {
    kind: 'host name or address',
    meaning: 'The address on which the node listens; `0.0.0.0` means all addresses of the machine.',
    example: '0.0.0.0',
  },
  BASE_URL: {
    kind: 'URL',
    default: '`http://localhost:<PORT>`, `https` with `TLS_CERT_FILE`',
    meaning:
      'The beginning of every URI of this node; it may include a path. A store belongs to its base URL: set it before the first start.',
    example: 'https://node.example.com',
  },
  TLS_CERT_FILE: {
    kind: 'PEM file',
    meaning:
      'The certificate chain of the node for HTTPS. Set it together with `TLS_KEY_FILE`; SIGHUP reads both again.',
    example: '/etc/cargograph/cert.pem',
  },
  TLS_KEY_FILE: {
    kind: 'PEM file',
    meaning: 'The private key of that certificate.',
    example: '/etc/cargograph/key.pem',
  },
  TLS_CLIENT_CA_FILE: {
    kind: 'PEM file',
    meaning: 'Authorities of client certificates. With this setting every client must present one.',
    example: '/etc/cargograph/clients.pem',
  },
  TRUSTED_PROXIES: {
    kind: 'addresses and networks, separated by commas',
    meaning: 'Proxies whose `Forwarded` or `X-Forwarded-For` the node trusts, in the log and in rate limits.',
    example: '10.0.0.0/8,192.0.2.7',
  },
  CORS_ORIGINS: {
    kind: 'origins, separated by commas, or `*`',
    default: '`*` in development, none in production',
    meaning: 'Origins of web pages that may call the node.',
    example: 'https://app.example.com',
  },
});

export const holder = group('Data holder', {
  DATA_HOLDER_URI: {
    kind: 'IRI',
    default: '`<BASE_URL>/logistics-objects/_data-holder`',
    meaning:
      'The organization that runs the node. The first start creates an object for it, readable for every authenticated agent.',
    example: 'https://airline.example/logistics-objects/_data-holder',
  },
  DATA_HOLDER_NAME: {
    kind: 'text',
    meaning: 'The name of that organization.',
    example: 'Example Airline',
  },
  INTERNAL_AGENTS: {
    kind: 'IRIs, separated by commas',
    meaning: 'Agents with the rights of the data holder, such as its systems and clerks.',
    example: 'https://airline.example/agents/booking',
  },
});

export const identity = group('Tokens', {
  TRUSTED_ISSUERS: {
    kind: 'JSON list of `{"issuer", "jwksUri", "audience"?}`',
    meaning:
      'Identity providers whose tokens the node accepts. Production needs one at least; each should have an `audience`.',
    example:
      '[{"issuer": "https://idp.example", "jwksUri": "https://idp.example/jwks", "audience": "https://node.example.com"}]',
  },
  CNF_TOKENS: {
    kind: '`refuse` or `accept`',
    meaning:
      'Whether the node accepts tokens bound to a key or certificate (`cnf`), without a check of the proof (D68).',
    example: 'accept',
    since: '0.3.0',
  },
  DEV_IDP: {
    kind: '`true` or `false`',
    default: '`true` without `TRUSTED_ISSUERS` outside production',
    meaning:
      'The development identity provider at `/dev-idp`, which issues any token to anybody: for one machine only.',
    example: 'false',
  },
  IDP_TOKEN_URL: {
    kind: 'URL',
    default: "the development identity provider's",
    meaning: 'The address for tokens for calls to partners. Set address, client and secret together.',
    example: 'https://idp.example/token',
  },
  IDP_CLIENT_ID: { kind: 'text', meaning: 'The client of this node there.', example: 'my-node', since: '0.2.0' },
  IDP_CLIENT_SECRET: { kind: 'secret', meaning: 'The secret of that client.', example: 'change-me', since: '0.2.0' },
  IDP_AUTH_METHOD: {
    kind: '`basic` or `post`',
    meaning: 'The authentication of the client (`client_secret_basic`, `client_secret_post`).',
    example: 'post',
  },
  IDP_SCOPE: { kind: 'text', meaning: 'The scope of the tokens.', example: 'one-record', since: '0.2.0' },
  IDP_AUDIENCE: {
    kind: 'text',
    meaning: 'The audience of the tokens.',
    example: 'https://api.example',
  },
});

export const store = group('Store', {
  STORE_URL: {
    kind: '`file:<folder>`, `postgres://…` or `memory:`',
    meaning:
      'The place of the record: a folder (embedded, durable), a PostgreSQL database for one or several nodes (docs/scaling.md), or memory, which ends with the process.',
    example: 'postgres://cargograph:secret@db.example/cargograph',
  },
  CACHE_MB: {
    kind: 'number from 16 to 1000000',
    meaning: 'Memory for all caches of stored data, in MiB (docs/operations.md, "Sizing").',
    example: '1024',
  },
  COMMIT_LOG_KEEP_MB: {
    kind: 'number from 0 to 1000000',
    meaning:
      'The MiB of commits that a folder keeps for `backup --since` (docs/operations.md, "Backup and restore"). When they are more, the oldest go. 0 keeps none, because they are a second copy of all that is written, on the same disk.',
    example: '512',
  },
  STANDBY_SECRET: {
    kind: 'secret of 32 to 200 characters',
    meaning:
      'What a standby must know to copy the whole store, keys included (docs/operations.md, "A standby"); the same at the node and at its standby. Without it no standby is answered. It needs `COMMIT_LOG_KEEP_MB`.',
    example: 'change-me-to-a-secret-of-32-characters-or-more',
  },
  STANDBY_OF: {
    kind: 'URL',
    meaning: 'The node that the command `standby` follows; a node itself ignores it.',
    example: 'https://node.example',
  },
  RECEIPT_DAYS: {
    kind: 'number from 0 to 36500',
    meaning:
      'The time in days for which the node stores receipts of confirmed notifications, and ended pauses; 0 stores none.',
    example: '365',
    since: '0.3.0',
  },
});

export const rest = group(
  'Console and logs',
  {
    CONSOLE: {
      kind: '`true` or `false`',
      meaning: 'The web console at `/console`.',
      example: 'false',
      since: '0.3.0',
    },
    CONSOLE_LOGIN: {
      kind: 'JSON list of `{"name", "issuer", "clientId", "scope"?, "audience"?, "origins"?}`',
      meaning:
        'Identity providers for sign-in to the console, each also in `TRUSTED_ISSUERS`. `origins` are those of its token address. In production the console is off without one.',
      example: '[{"name": "Staff", "issuer": "https://idp.example", "clientId": "console", "scope": "openid"}]',
      since: '0.3.0',
    },
    LOG_LEVEL: {
      kind: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
      meaning: 'The least severe level of log lines, which go to standard error.',
      example: 'warn',
    },
    LOG_FORMAT: {
      kind: '`pretty` or `json`',
      default: '`pretty` on a terminal, else `json`',
      meaning: 'The form of log lines.',
      example: 'json',
    },
  },
  'Spans by OpenTelemetry use its standard variables (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, `OTEL_SDK_DISABLED` …), from the environment only: docs/operations.md, "Who asked what".',
);

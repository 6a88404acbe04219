import { expect } from 'chai';
import { parseApiVersion } from '../src/api-versions.js';
import type { SettingName } from '../src/settings/description.js';
import { isLoopback, readSettings, SettingsError } from '../src/settings/settings.js';

/** Settings that take any text. */
type FreeText =
  | 'NODE_ENV'
  | 'HOST'
  | 'DATA_HOLDER_NAME'
  | 'ONTOLOGY_FILES'
  | 'SHAPES_FILES'
  | 'IDP_CLIENT_ID'
  | 'IDP_CLIENT_SECRET'
  | 'IDP_SCOPE'
  | 'IDP_AUDIENCE'
  | 'INBOX_WEBHOOK_SECRET'
  | 'EXTRA_CA_FILE'
  | 'PROOF_KEY_FILE'
  | 'PROOF_OLD_KEY_FILES'
  | 'PROOF_WITNESS_KEY_FILE'
  | 'ERASURE_LIST_FILE'
  | 'SPARQL_ENGINE_USER'
  | 'SPARQL_ENGINE_PASSWORD'
  | 'SPARQL_ENGINE_TOKEN';

type Variables = Readonly<Record<string, string | undefined>>;

/** Each setting with values that are wrong. */
const wrong: Readonly<Record<Exclude<SettingName, FreeText>, readonly string[]>> = {
  PORT: ['-1', '65536', '80.5', 'http', '0x50', '8080 ', '１'],
  BASE_URL: [
    'localhost:8080',
    'ftp://x.example',
    '/',
    'https://x.example/?a=b',
    'https://u:p@x.example',
    'https://x.example/#a',
    'http://',
    'http://localhost:1/a//b',
    'http://localhost//a',
    'https://x.example/a/../b',
    'https://x.example/%2E/b',
  ],
  STORE_URL: ['data', 'file:', 'mem:', 'memory', 'ftp://x.example', 'sqlite:x'],
  SPARQL_ENGINE_URL: ['engine', 'file:x', 'http://u:p@x.example/query'],
  SPARQL_ENGINE_UPDATE_URL: ['update', 'file:x'],
  SPARQL_ENGINE_LOAD_URL: ['store', 'file:x'],
  DATA_HOLDER_URI: ['holder', 'a b', '<x>'],
  INTERNAL_AGENTS: ['https://a.example/x,holder', 'a b'],
  TRUSTED_ISSUERS: [
    '{',
    '{}',
    '[{}]',
    '[{"issuer":"","jwksUri":"https://x.example"}]',
    '[{"issuer":"x","jwksUri":"file:x"}]',
    '[{"issuer":"x","jwksUri":"https://x.example","audiense":"y"}]',
    'https://x.example',
  ],
  DEV_IDP: ['yes', '1', 'TRUE'],
  IDP_TOKEN_URL: ['x', 'file:///x'],
  IDP_AUTH_METHOD: ['jwt', 'BASIC'],
  API_NS: ['x', 'https://x.example/api', 'a b#'],
  CARGO_NS: ['https://x.example'],
  CODE_LISTS_NS: ['https://x.example/a?b'],
  API_VERSIONS: ['1.0.0', '2.0.0,2', ','],
  DEFAULT_API_VERSION: ['1.0.0', '2', 'latest'],
  VALIDATION: ['off', 'Strict'],
  EVENT_POSTING: ['all', 'none'],
  AUTO_ACCEPT: ['true', 'yes'],
  THIRD_PARTY_SUBSCRIPTIONS: ['no', '0'],
  SUBSCRIPTION_TOPICS: [
    'x',
    '{}',
    '[{}]',
    '[{"topicType":"X","topic":"https://x.example/a","events":["LOGISTICS_OBJECT_CREATED"]}]',
    '[{"topicType":"LOGISTICS_OBJECT_TYPE","topic":"https://x.example/a","events":[]}]',
    '[{"topicType":"LOGISTICS_OBJECT_TYPE","topic":"a","events":["LOGISTICS_OBJECT_CREATED"]}]',
  ],
  INBOX_WEBHOOK_URL: ['x', 'ftp://x.example'],
  JSONLD_FORM: ['framed', 'Compacted'],
  OUTBOUND_PRIVATE_ADDRESSES: ['maybe'],
  OUTBOUND_CERT_FILE: ['cert.pem'],
  OUTBOUND_KEY_FILE: ['key.pem'],
  DELIVERY_RETRY_MIN_MS: ['0', 'x', '1e3', '90000000'],
  DELIVERY_RETRY_MAX_MS: ['0', '-1', '500'],
  BODY_LIMIT: ['0', '1 tb', '-1', 'lots', '1.5mb'],
  BULK_LIMIT: ['0', '10001', 'all', '1.5'],
  FEED: ['on', '1'],
  PROOF_LOG: ['on', '0'],
  PROOF_ACCESS: ['all', 'Public'],
  PROOF_CHECKPOINT_MS: ['99', '60001', 'x'],
  PROOF_WITNESSES: [
    'x',
    '[{}]',
    '[{"url":"x","key":"partner.example/log/witness+5ceeee36+BPm6bwVeUZUWD66/FVvMuroBHYtLuqsVuofxMxq1ToIN"}]',
    '[{"url":"https://x.example/","key":"node.example/log/1+dd25001a+AbngYm8bmo4jyGScOKkwopdf4DBVJztvWRiCEFUjEiH1"}]',
    '[{"url":"https://x.example/","key":"none"}]',
  ],
  PROOF_WITNESS_MS: ['99', '0', 'x'],
  PROOF_PURGE: ['never', 'Daily'],
  PROOF_PURGE_AT: ['24:00', '2:00', '02:60', 'night'],
  RETENTION: [
    'x',
    '{}',
    '[{}]',
    '[{"days": 1}]',
    '[{"type": "cargo:Piece"}]',
    '[{"type": "cargo:Piece", "days": 0}]',
    '[{"type": "cargo:Piece", "days": 1.5}]',
    '[{"type": "cargo:Piece", "days": "400"}]',
    '[{"type": "cargo:Piece", "days": 36501}]',
    '[{"type": "Piece", "days": 400}]',
    '[{"type": "cargo:Piece", "message": "XFWB", "days": 400}]',
    '[{"type": "cargo:Piece", "days": 400, "notify": false}]',
  ],
  PROOF_WITNESSED: [
    'x',
    '{}',
    '["none"]',
    '["partner.example/log/witness+5ceeee36+BPm6bwVeUZUWD66/FVvMuroBHYtLuqsVuofxMxq1ToIN"]',
  ],
  FEED_PAGE_SIZE: ['9', '1001', 'all', '12.5'],
  CACHE_MB: ['0', '15', 'much', '1.5'],
  COMMIT_LOG_KEEP_MB: ['-1', '1000001', 'much', '1.5'],
  STANDBY_SECRET: ['short', `${'s'.repeat(32)} `, 'ü'.repeat(32), 's'.repeat(201)],
  STANDBY_OF: ['node', 'ftp://node.example', 'https://u:p@node.example', 'https://node.example/?a=b'],
  STRANGER_REQUESTS: ['-1', '0', 'few', '1.5'],
  IDEMPOTENCY_HOURS: ['0', '169', 'day', '1.5'],
  DRAFT_DAYS: ['0', '366', 'month', '1.5'],
  RATE_LIMIT: ['-1', 'none', '1.5'],
  TRUSTED_PROXIES: ['proxy', '1', '10.0.0.0/33', '10.0.0.1,x', '10.0.0.0/-1', '2001:db8::/129', '10.0.0.0/8/8'],
  CNF_TOKENS: ['yes', 'Accept'],
  CORS_ORIGINS: ['foo', 'https://app.example.com/', 'https://a.example, b', 'null'],
  SPARQL_TIMEOUT_MS: ['0', 'x'],
  SPARQL_SLOW_MS: ['-1', 'x'],
  SPARQL_MAX_ROWS: ['0', 'x'],
  SPARQL_WARM: ['yes', '1'],
  CONSOLE: ['yes', '1'],
  CONSOLE_LOGIN: [
    'x',
    '{}',
    '[{}]',
    '[{"name":"a","issuer":"https://i.example","clientId":""}]',
    '[{"name":"a","issuer":"http://i.example","clientId":"c"}]',
    '[{"name":"a","issuer":"https://i.example","clientId":"c","secret":"s"}]',
    '[{"name":"a","issuer":"https://i.example","clientId":"c","origins":["https://i.example/token"]}]',
    '[{"name":"a","issuer":"https://i.example","clientId":"c"}]',
  ],
  MIRROR: ['yes', '1'],
  MIRROR_SWEEP_S: ['-1', 'x'],
  MIRROR_RATE: ['-1', 'x'],
  MIRROR_CONCURRENCY: ['0', '17'],
  MIRROR_MAX_OBJECTS: ['0', 'all'],
  MIRROR_BODY_LIMIT: ['0', 'lots'],
  MIRROR_NOTIFIED: ['forwarder', 'https://x.example?a=b', '*,https://x.example'],
  MIRROR_ERASURE: ['true', 'Keep'],
  MIRROR_SUBSCRIPTION_DAYS: ['0', '1.5'],
  MESSAGE_TIME_ZONE: ['Europe/Nowhere', 'CEST!'],
  MESSAGE_SENDER: ['CARGOGRAPH', ':X', 'C:'],
  MESSAGE_PARTIES: ['{}', '[{"id":"","agent":"https://x.example"}]', '[{"id":"P:X","agent":"x"}]'],
  MESSAGE_MAX_PIECES: ['0', '10001'],
  MESSAGE_AWB_REUSE_DAYS: ['-1', '1.5'],
  MESSAGE_MAPPINGS: [],
  RECEIPT_DAYS: ['-1', 'x', '1.5'],
  TLS_CERT_FILE: ['cert.pem'],
  TLS_KEY_FILE: ['key.pem'],
  TLS_CLIENT_CA_FILE: ['ca.pem'],
  LOG_LEVEL: ['loud', 'INFO'],
  LOG_FORMAT: ['xml'],
};

function refusal(variables: Variables): string {
  try {
    readSettings(variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return expect.fail(`no refusal of ${JSON.stringify(variables)}`);
}

describe('The settings', () => {
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      it(`${name}=${JSON.stringify(value)} is rejected in one line that names it`, () => {
        const message = refusal({ [name]: value });
        const named = name.startsWith('TLS_') ? 'TLS_' : name;
        expect(message).to.include(named).and.not.include('\n');
      });
    }
  }

  it('have the defaults of the operator contract (D1)', () => {
    const settings = readSettings({});
    expect(settings).to.deep.include({
      port: 8080,
      host: 'localhost',
      baseUrl: 'http://localhost:8080',
      dataHolderName: 'Example Data Holder',
      devIdp: true,
      apiVersions: { offered: ['2.0.0', '2.1.0', '2.2.0', '2.3.0'], default: '2.0.0' },
      jsonLdForm: 'compacted',
      validation: 'strict',
      eventPosting: 'acl',
      autoAccept: 'none',
      thirdPartySubscriptions: false,
      deliveryRetryMs: { min: 1000, max: 3_600_000 },
      bodyLimit: 1024 ** 2,
      bulkLimit: 500,
      feed: { isOn: true, pageSize: 100 },
      cacheBytes: 256 * 1024 ** 2,
      commitLogKeepBytes: 0,
      strangerRequests: 20,
      idempotencyHours: 24,
      draftDays: 30,
      rateLimit: 6_000,
      receiptDays: 90,
      sparql: { timeoutMs: 30_000, slowMs: 1000, maxRows: 100_000, warm: 'auto' },
      corsOrigins: ['*'],
      logLevel: 'info',
    });
    expect(settings.store).to.deep.equal({ kind: 'folder', path: `${process.cwd()}/data` });
    expect(settings.namespaces).to.include({
      api: 'https://onerecord.iata.org/ns/api#',
      cargo: 'https://onerecord.iata.org/ns/cargo#',
    });
  });

  it('treat an empty value as absent, and ignore other variables', () => {
    expect(readSettings({ PORT: '', BASE_URL: ' ', VALIDATION: '', HOME: 'x', NPM_CONFIG: '{' })).to.deep.equal(
      readSettings({}),
    );
  });

  it('have no base URL while the system chooses the port', () => {
    expect(readSettings({ PORT: '0' }).baseUrl).to.equal(undefined);
    expect(readSettings({ PORT: '0', BASE_URL: 'https://x.example/a/' }).baseUrl).to.equal('https://x.example/a');
  });

  it('have the location of the store', () => {
    const stores: [Variables, unknown][] = [
      [{ STORE_URL: 'memory:' }, { kind: 'memory' }],
      [{ STORE_URL: 'file:/var/lib/x' }, { kind: 'folder', path: '/var/lib/x' }],
      [{ STORE_URL: 'file:///var/lib/x' }, { kind: 'folder', path: '/var/lib/x' }],
      [{ STORE_URL: 'file:a%20b' }, { kind: 'folder', path: `${process.cwd()}/a b` }],
    ];
    for (const [variables, store] of stores) expect(readSettings(variables).store).to.deep.equal(store);
  });

  it('have the list of erasures beside the folder of the store, never in it', () => {
    const lists: [Variables, string | undefined][] = [
      [{ STORE_URL: 'file:/var/lib/x' }, '/var/lib/x.erasures.jsonl'],
      [{ STORE_URL: 'file:/var/lib/x', ERASURE_LIST_FILE: '/var/lib/list' }, '/var/lib/list'],
      [{ STORE_URL: 'memory:' }, undefined],
      [{ STORE_URL: 'postgres://db.example/node' }, undefined],
      [{ STORE_URL: 'postgres://db.example/node', ERASURE_LIST_FILE: 'list' }, `${process.cwd()}/list`],
    ];
    for (const [variables, file] of lists) expect(readSettings(variables).erasureListFile).to.equal(file);
    const inStore = { STORE_URL: 'file:/var/lib/x', ERASURE_LIST_FILE: '/var/lib/y/../x/list' };
    expect(refusal(inStore)).to.include('ERASURE_LIST_FILE must not be in the folder of the store');
  });

  it('name STORE_URL when its folder cannot be decoded', () => {
    expect(refusal({ STORE_URL: 'file:%ZZ' })).to.include('STORE_URL');
  });

  it('name SPARQL_ENGINE_URL when a SPARQL engine is given as the store', () => {
    expect(refusal({ STORE_URL: 'http://q.example/' }))
      .to.include('STORE_URL')
      .and.to.include('SPARQL_ENGINE_URL');
  });

  describe('of a SPARQL engine', () => {
    const urls = { SPARQL_ENGINE_URL: 'http://e.example/query', SPARQL_ENGINE_UPDATE_URL: 'http://e.example/update' };
    const engine = { queryUrl: 'http://e.example/query', updateUrl: 'http://e.example/update' };

    it('are both addresses or neither', () => {
      expect(readSettings({}).sparqlEngine).to.equal(undefined);
      expect(readSettings(urls).sparqlEngine).to.deep.equal(engine);
      for (const [name, url] of Object.entries(urls)) {
        expect(refusal({ [name]: url })).to.equal('SPARQL_ENGINE_URL and SPARQL_ENGINE_UPDATE_URL belong together');
      }
    });

    it('have an address for N-Quads, only beside the others', () => {
      const load = { SPARQL_ENGINE_LOAD_URL: 'http://e.example/store?no_transaction' };
      const loadUrl = load.SPARQL_ENGINE_LOAD_URL;
      expect(readSettings({ ...urls, ...load }).sparqlEngine).to.deep.equal({ ...engine, loadUrl });
      expect(refusal(load)).to.include('SPARQL_ENGINE_URL is needed with SPARQL_ENGINE_LOAD_URL');
    });

    it('have credentials of one kind, and only beside the addresses', () => {
      const basic = { SPARQL_ENGINE_USER: 'node', SPARQL_ENGINE_PASSWORD: 'a:b' };
      const { sparqlEngine } = readSettings({ ...urls, ...basic });
      expect(sparqlEngine).to.deep.equal({ ...engine, authorization: 'Basic bm9kZTphOmI=' });
      const token = { SPARQL_ENGINE_TOKEN: 'abc.def' };
      expect(readSettings({ ...urls, ...token }).sparqlEngine?.authorization).to.equal('Bearer abc.def');
      const refused: Variables[] = [
        basic,
        token,
        { ...urls, ...basic, ...token },
        { ...urls, SPARQL_ENGINE_USER: 'node' },
        { ...urls, SPARQL_ENGINE_PASSWORD: 'x' },
        { ...urls, ...basic, SPARQL_ENGINE_USER: 'a:b' },
        { ...urls, SPARQL_ENGINE_TOKEN: 'a b' },
        { ...urls, SPARQL_ENGINE_TOKEN: 'a\r\nX: y' },
      ];
      for (const variables of refused)
        expect(refusal(variables))
          .to.match(/^SPARQL_ENGINE_/)
          .and.not.include('\n');
    });
  });

  it('require TRUSTED_ISSUERS in production', () => {
    expect(refusal({ NODE_ENV: 'production' })).to.include('TRUSTED_ISSUERS');
    expect(refusal({ NODE_ENV: 'production', DEV_IDP: 'true' })).to.include('TRUSTED_ISSUERS');
    const issuers = '[{"issuer":"https://i.example","jwksUri":"https://i.example/keys"}]';
    const settings = readSettings({ NODE_ENV: 'production', TRUSTED_ISSUERS: issuers });
    expect(settings).to.deep.include({ devIdp: false, corsOrigins: [], production: true });
  });

  it('have the console off in production without a way to sign in', () => {
    const issuers = '[{"issuer":"https://i.example","jwksUri":"https://i.example/keys"}]';
    const login = '[{"name":"Staff","issuer":"https://i.example","clientId":"console"}]';
    const production = { NODE_ENV: 'production', TRUSTED_ISSUERS: issuers };
    expect(readSettings({}).console).to.deep.equal({ isOn: true, login: [] });
    expect(readSettings({ CONSOLE: 'false' }).console.isOn).to.equal(false);
    expect(readSettings(production).console.isOn).to.equal(false);
    const named = readSettings({ ...production, CONSOLE_LOGIN: login }).console;
    expect(named.isOn).to.equal(true);
    expect(named.login).to.deep.equal([
      { name: 'Staff', issuer: 'https://i.example', clientId: 'console', scope: 'openid' },
    ]);
    expect(readSettings({ ...production, CONSOLE_LOGIN: login, CONSOLE: 'false' }).console.isOn).to.equal(false);
  });

  it('run the development identity provider beside trusted ones only with DEV_IDP=true', () => {
    const issuers = '[{"issuer":"https://i.example","jwksUri":"https://i.example/keys"}]';
    expect(readSettings({ TRUSTED_ISSUERS: issuers }).devIdp).to.equal(false);
    expect(readSettings({ TRUSTED_ISSUERS: issuers, DEV_IDP: 'true' }).devIdp).to.equal(true);
  });

  it('need all or none of the client’s settings for an identity provider', () => {
    const whole = { IDP_TOKEN_URL: 'https://i.example/token', IDP_CLIENT_ID: 'a', IDP_CLIENT_SECRET: 'b' };
    expect(readSettings(whole).peerCredentials).to.deep.include({ clientId: 'a', authMethod: 'basic' });
    for (const name of Object.keys(whole)) expect(refusal({ ...whole, [name]: '' })).to.include('IDP_');
  });

  it('need the address and the secret of a back end together', () => {
    const hook = { INBOX_WEBHOOK_URL: 'http://10.0.0.7/hook', INBOX_WEBHOOK_SECRET: 'hunter2' };
    expect(readSettings(hook).inboxWebhook).to.deep.equal({ url: 'http://10.0.0.7/hook', secret: 'hunter2' });
    expect(refusal({ ...hook, INBOX_WEBHOOK_URL: '' }))
      .to.match(/belong together/)
      .and.not.to.include('hunter2');
    expect(refusal({ ...hook, INBOX_WEBHOOK_SECRET: '' })).to.match(/belong together/);
    expect(refusal({ ...hook, INBOX_WEBHOOK_URL: 'ftp://x' })).to.include('INBOX_WEBHOOK_URL');
  });

  it('read sizes', () => {
    for (const [text, bytes] of [
      ['1', 1],
      ['512kb', 524_288],
      ['2 MB', 2_097_152],
      ['1gb', 1024 ** 3],
      ['10b', 10],
    ] as const)
      expect(readSettings({ BODY_LIMIT: text }).bodyLimit).to.equal(bytes);
  });

  it('do not show a secret in a message', () => {
    expect(refusal({ IDP_CLIENT_SECRET: 'hunter2', IDP_CLIENT_ID: 'a' })).to.not.include('hunter2');
  });
});

describe('An API version', () => {
  it('is one of the supported ones (D34)', () => {
    for (const [text, version] of [
      ['2.0.0', '2.0.0'],
      ['2.0.0-dev', '2.0.0'],
      ['2.0', undefined],
      ['', undefined],
      ['toString', undefined],
    ] as const)
      expect(parseApiVersion(text)).to.equal(version);
  });
});

describe('A loopback address', () => {
  it('is a loopback address of this machine', () => {
    for (const own of ['http://localhost:8080', 'http://a.localhost', 'http://127.9.9.9', 'http://[::1]:80'])
      expect(isLoopback(own), own).to.equal(true);
    for (const other of ['http://localhost.example', 'http://127.example', 'http://10.0.0.1', 'http://[::2]'])
      expect(isLoopback(other), other).to.equal(false);
  });
});

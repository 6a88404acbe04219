/** The purposes of the settings for the exchange and SPARQL. */
import { apiVersions } from '../api-versions.js';
import { group } from './description.js';

export const model = group('Versions and data model', {
  API_VERSIONS: {
    kind: 'versions, separated by commas',
    default: `\`${apiVersions.join(',')}\``,
    meaning: 'The API versions of the node (docs/versions.md).',
    example: '2.0.0,2.1.0',
  },
  DEFAULT_API_VERSION: {
    kind: 'one of them',
    default: 'the oldest of `API_VERSIONS`',
    meaning: 'The version for requests without one.',
    example: '2.0.0',
  },
  JSONLD_FORM: {
    kind: '`compacted`, `expanded`, `flattened` or `vocab`',
    meaning:
      'The form of JSON-LD for requests without `profile`, and for notifications. `vocab`: bare names for the data model, full IRIs for all others.',
    example: 'vocab',
  },
  API_NS: {
    kind: 'namespace',
    meaning: 'The namespace of the API vocabulary.',
    example: 'https://onerecord.iata.org/ns/api#',
  },
  CARGO_NS: {
    kind: 'namespace',
    meaning: 'The namespace of the data model.',
    example: 'https://onerecord.iata.org/ns/cargo#',
  },
  CODE_LISTS_NS: {
    kind: 'namespace',
    meaning: 'The namespace of the code lists.',
    example: 'https://onerecord.iata.org/ns/code-lists/',
  },
  ONTOLOGY_FILES: {
    kind: 'Turtle files, separated by commas',
    default: 'the shipped ones',
    meaning: 'OWL files that replace the data model; the node derives its shapes from them at the start.',
    example: './ontology/cargo.ttl,./ontology/ours.ttl',
  },
  SHAPES_FILES: {
    kind: 'Turtle files, separated by commas',
    default: 'none',
    meaning: 'SHACL shapes beside those of the data model (docs/shapes.md).',
    example: './shapes/ours.ttl',
    since: '0.3.0',
  },
  VALIDATION: {
    kind: '`strict` or `lenient`',
    meaning: '`lenient` accepts and logs violations of shapes (docs/partners.md, "Strict or lenient").',
    example: 'lenient',
  },
});

export const rules = group('Rules of the exchange', {
  EVENT_POSTING: {
    kind: '`acl` or `any`',
    meaning: '`any`: every authenticated caller may post events.',
    example: 'any',
  },
  AUTO_ACCEPT: {
    kind: '`none`, `holder` or `all`',
    meaning: "Requests that the node accepts at once: none, the holder's own, or all.",
    example: 'holder',
  },
  THIRD_PARTY_SUBSCRIPTIONS: {
    kind: '`true` or `false`',
    meaning: 'Whether a caller may subscribe another agent.',
    example: 'true',
  },
  SUBSCRIPTION_TOPICS: {
    kind: 'JSON list of `{"topicType", "topic", "events", "sendBody"?}`',
    meaning: 'The subscriptions that this node offers to publishers.',
    example:
      '[{"topicType": "LOGISTICS_OBJECT_TYPE", "topic": "https://onerecord.iata.org/ns/cargo#Piece", "events": ["LOGISTICS_OBJECT_CREATED"]}]',
  },
  STRANGER_REQUESTS: {
    kind: 'number from 1 to 1000000',
    meaning: 'The number of pending requests on an object that an agent without a right on it may have; then 429.',
    example: '5',
    since: '0.3.0',
  },
  IDEMPOTENCY_HOURS: {
    kind: 'number from 1 to 168',
    meaning: 'The time in hours for which the node keeps an `Idempotency-Key` (docs/partners.md, "Repeat a request").',
    example: '72',
    since: '0.3.0',
  },
  DRAFT_DAYS: {
    kind: 'number from 1 to 365',
    meaning: 'The time in days after its last change for which the node keeps a draft of a form; templates stay.',
    example: '90',
    since: '0.3.0',
  },
  RATE_LIMIT: {
    kind: 'number; 0 is no limit',
    meaning:
      'Requests a minute of each partner, and of each address for public pages. Each 4 KiB of a body and each 64 KiB of an answer count as one more. Internal agents and `/health` do not count.',
    example: '600',
  },
  BODY_LIMIT: {
    kind: 'size such as `512kb` or `1mb`',
    default: '`1mb`',
    meaning: 'The largest request body; a larger one is 413.',
    example: '4mb',
  },
  BULK_LIMIT: {
    kind: 'number from 1 to 10000',
    meaning: 'The most Logistics Objects in one `POST /logistics-objects/query`; more is 400.',
    example: '1000',
    since: '0.3.0',
  },
  FEED: {
    kind: '`true` or `false`',
    meaning: 'Whether partners may replicate what they read at `/feed` (docs/partners.md).',
    example: 'false',
    since: '0.3.0',
  },
  FEED_PAGE_SIZE: {
    kind: 'number from 10 to 1000',
    meaning:
      'The most revisions and events in one document of `/feed`. With another number all documents get other addresses.',
    example: '250',
    since: '0.3.0',
  },
  PROOF_LOG: {
    kind: '`true` or `false`',
    meaning:
      'Whether each write appends an entry to the log of proofs, in its transaction, and the log is published and signed. What is written while it is off gets its entry when it is on again.',
    example: 'false',
    since: '0.3.0',
  },
  PROOF_KEY_FILE: {
    kind: 'PEM file',
    default: 'a key in the store',
    meaning:
      "The Ed25519 key (PKCS#8) that signs the log of proofs, of mode 0600 or 0400. The default is made at the first start, and is in the store's backups. A new key makes an entry in the log.",
    example: '/etc/cargograph/log.pem',
    since: '0.3.0',
  },
  PROOF_OLD_KEY_FILES: {
    kind: 'comma-separated PEM files',
    meaning: 'Earlier keys of the log of proofs, which sign beside the new one for as long as they are listed.',
    example: '/etc/cargograph/log-2026.pem',
    since: '0.3.0',
  },
  PROOF_ACCESS: {
    kind: '`authenticated` or `public`',
    meaning:
      'Who may read checkpoints and tiles of the log of proofs, which tell how much is written when: partners with a token, or anyone.',
    example: 'public',
    since: '0.3.0',
  },
  PROOF_CHECKPOINT_MS: {
    kind: 'number from 100 to 60000',
    meaning: 'The milliseconds for which writes are collected before the log of proofs is signed.',
    example: '5000',
    since: '0.3.0',
  },
  PROOF_WITNESSES: {
    kind: 'JSON: URLs and keys',
    meaning:
      'Who cosigns the log of proofs, so that this node cannot show two histories of it unseen: partners that run this software, or any witness of C2SP tlog-witness. Their addresses may be private.',
    example:
      '[{"url": "https://partner.example/log/witness/", "key": "partner.example/log/witness+5ceeee36+BPm6bwVeUZUWD66/FVvMuroBHYtLuqsVuofxMxq1ToIN"}]',
    since: '0.3.0',
  },
  PROOF_WITNESS_MS: {
    kind: 'number from 100 to 86400000',
    meaning: 'The milliseconds between two checkpoints that a witness is asked to cosign.',
    example: '60000',
    since: '0.3.0',
  },
  PROOF_WITNESSED: {
    kind: 'JSON: keys',
    meaning:
      'The keys of the logs that this node cosigns, at `/log/witness/add-checkpoint`. `/.well-known/cargograph-log.json` of a partner has its key.',
    example: '["node.example/log/1+dd25001a+AbngYm8bmo4jyGScOKkwopdf4DBVJztvWRiCEFUjEiH1"]',
    since: '0.3.0',
  },
  PROOF_WITNESS_KEY_FILE: {
    kind: 'PEM file',
    default: 'a key in the store',
    meaning:
      "The Ed25519 key (PKCS#8) that cosigns partners' logs, of mode 0600 or 0400; another one than that of the log. The node logs its public key at the start.",
    example: '/etc/cargograph/witness.pem',
    since: '0.3.0',
  },
  ERASURE_LIST_FILE: {
    kind: 'file',
    default: '`<folder>.erasures.jsonl` beside the folder of the store; none with PostgreSQL, which is warned of',
    meaning:
      'The list of all erasures and legal holds, without content. A node whose store was restored from an older backup carries it out before it serves. Each node has a file of its own, away from the backups ([operations](operations.md#erasure)).',
    example: '/var/lib/cargograph/erasures.jsonl',
    since: '0.3.0',
  },
  PROOF_PURGE: {
    kind: 'daily or at-once',
    since: '0.3.0',
    meaning:
      'When the bytes of what was erased are removed from the files of the store: once a day, or within a minute and one more for each GB. The store on disk needs room for a second file meanwhile ([erasure](erasure.md)).',
    example: 'at-once',
  },
  PROOF_PURGE_AT: {
    kind: 'time of day in UTC',
    default: '`02:00`',
    since: '0.3.0',
    meaning: 'The time of the daily purge, and of what `RETENTION` erases.',
    example: '03:30',
  },
  RETENTION: {
    kind: 'JSON: types and days',
    since: '0.3.0',
    meaning:
      'What is erased a number of days after its last revision or event, daily at `PROOF_PURGE_AT`: objects of a type, its subtypes included, and messages that never became a waybill. Of several rules for an object the longest applies. `node dist/main.js retention` prints what would go ([erasure](erasure.md#retention)).',
    example: '[{"type": "cargo:Piece", "days": 2555}, {"message": "XFWB", "days": 400}]',
  },
});

export const calls = group('Calls to partners', {
  OUTBOUND_PRIVATE_ADDRESSES: {
    kind: '`true` or `false`',
    default: '`true` on a loopback base URL, else `false`',
    meaning: 'Whether the node may call private addresses that partners supplied.',
    example: 'true',
  },
  EXTRA_CA_FILE: {
    kind: 'PEM file',
    meaning: 'Trusted certificate authorities for outgoing calls, beside those of Node.js.',
    example: '/etc/cargograph/authorities.pem',
  },
  OUTBOUND_CERT_FILE: {
    kind: 'PEM file',
    meaning: 'A client certificate for servers that request one. Set it together with `OUTBOUND_KEY_FILE`.',
    example: '/etc/cargograph/client.pem',
  },
  OUTBOUND_KEY_FILE: {
    kind: 'PEM file',
    meaning: 'The private key of that certificate.',
    example: '/etc/cargograph/client-key.pem',
  },
  DELIVERY_RETRY_MIN_MS: {
    kind: 'milliseconds from 1 to 86400000',
    meaning: 'The shortest time between two attempts of a delivery; it doubles from attempt to attempt.',
    example: '5000',
  },
  DELIVERY_RETRY_MAX_MS: {
    kind: 'milliseconds from 1 to 604800000',
    meaning: 'The longest time between two attempts of a delivery.',
    example: '600000',
  },
  INBOX_WEBHOOK_URL: {
    kind: 'URL',
    meaning:
      'The back end to which the node forwards received notifications (docs/operations.md). Set it together with the secret.',
    example: 'https://backend.example/notifications',
  },
  INBOX_WEBHOOK_SECRET: {
    kind: 'secret',
    meaning: 'The key of the signatures of forwarded notifications.',
    example: 'change-me',
  },
});

export const sparql = group('SPARQL', {
  SPARQL_TIMEOUT_MS: {
    kind: 'milliseconds from 1 to 86400000',
    meaning: 'The time limit of a query.',
    example: '10000',
  },
  SPARQL_MAX_ROWS: {
    kind: 'number',
    meaning: 'Rows, or statements, of one answer.',
    example: '1000000',
  },
  SPARQL_SLOW_MS: {
    kind: 'milliseconds; 0 is never',
    meaning: 'The log names longer queries, with a digest of the text and the time of each phase.',
    example: '500',
    since: '0.3.0',
  },
  SPARQL_WARM: {
    kind: '`auto`, `true` or `false`',
    meaning:
      'Whether the query workers fill and update the dataset of all revisions before a query needs it. `auto`: while the store has under 2 million statements.',
    example: 'true',
  },
  SPARQL_ENGINE_URL: {
    kind: 'URL',
    meaning:
      'The query address of a SPARQL 1.1 engine that the node feeds and queries (docs/analytics.md, "An engine of your own").',
    example: 'http://engine.example:7878/query',
    since: '0.3.0',
  },
  SPARQL_ENGINE_UPDATE_URL: {
    kind: 'URL',
    meaning: 'Its update address.',
    example: 'http://engine.example:7878/update',
    since: '0.3.0',
  },
  SPARQL_ENGINE_LOAD_URL: {
    kind: 'URL',
    meaning: 'The address at which that engine adds N-Quads by POST, for faster filling.',
    example: 'http://engine.example:7878/store?no_transaction',
    since: '0.3.0',
  },
  SPARQL_ENGINE_USER: { kind: 'text', meaning: 'Its user (Basic).', example: 'cargograph', since: '0.3.0' },
  SPARQL_ENGINE_PASSWORD: { kind: 'secret', meaning: "That user's password.", example: 'change-me', since: '0.3.0' },
  SPARQL_ENGINE_TOKEN: {
    kind: 'secret',
    meaning: 'A bearer token for it, in place of user and password.',
    example: 'change-me',
    since: '0.3.0',
  },
});

export const mirror = group("Copies of partners' objects", {
  MIRROR: {
    kind: '`true` or `false`',
    meaning:
      '`false`: nothing of partners is followed or fetched, and the addresses of copies are 404; held copies stay.',
    example: 'false',
    since: '0.3.0',
  },
  MIRROR_SWEEP_S: {
    kind: 'seconds; 0 is never',
    meaning: 'The time between two checks of a copy, by a conditional request.',
    example: '900',
    since: '0.3.0',
  },
  MIRROR_RATE: {
    kind: 'requests a second; 0 is no limit',
    meaning: "The most requests a second to one partner's server.",
    example: '5',
    since: '0.3.0',
  },
  MIRROR_CONCURRENCY: {
    kind: 'number from 1 to 16',
    meaning: "The most requests to one partner's server at a time.",
    example: '2',
    since: '0.3.0',
  },
  MIRROR_MAX_OBJECTS: {
    kind: 'number',
    meaning: 'The most copies; further objects are counted as truncated.',
    example: '500000',
    since: '0.3.0',
  },
  MIRROR_BODY_LIMIT: {
    kind: 'size',
    default: '`1mb`',
    meaning: "The largest answer of a partner's server, decoded.",
    example: '4mb',
    since: '0.3.0',
  },
  MIRROR_NOTIFIED: {
    kind: 'base URLs, separated by commas, or `*`',
    meaning: 'The servers whose notified objects are copied although nobody follows them.',
    example: 'https://forwarder.example',
    since: '0.3.0',
  },
  MIRROR_ERASURE: {
    kind: '`follow` or `keep`',
    meaning: 'Whether an object that its holder erases on legal grounds is erased here, too.',
    example: 'keep',
    since: '0.3.0',
  },
  MIRROR_SUBSCRIPTION_DAYS: {
    kind: 'days',
    meaning: 'The term of subscriptions at partners; they are renewed in time.',
    example: '7',
    since: '0.3.0',
  },
});

export const messages = group('Cargo-XML messages', {
  MESSAGE_TIME_ZONE: {
    kind: 'name of a time zone',
    meaning: 'The zone of times in messages that name none, and of those in messages that are written.',
    example: 'Europe/Berlin',
    since: '0.3.0',
  },
  MESSAGE_SENDER: {
    kind: '`<scheme>:<id>`',
    meaning: 'The sender of messages that are written; their recipient where a request names none.',
    example: 'C:EXAMPLE',
    since: '0.3.0',
  },
  MESSAGE_PARTIES: {
    kind: 'JSON: a list of `id` and `agent`',
    meaning: 'The agents that senders of messages stand for: events name them as the recording organization.',
    example: '[{"id":"P:REUAGT12/FRA01","agent":"https://forwarder.example/logistics-objects/_data-holder"}]',
    since: '0.3.0',
  },
  MESSAGE_MAX_PIECES: {
    kind: 'number from 1 to 10,000',
    meaning: 'The most pieces that a waybill gets from messages; of a waybill with more none are made.',
    example: '5000',
    since: '0.3.0',
  },
  MESSAGE_AWB_REUSE_DAYS: {
    kind: 'days; 0 is never',
    meaning: 'A Creation that is issued so long after the last message of its number is about another waybill.',
    example: '365',
    since: '0.3.0',
  },
  MESSAGE_MAPPINGS: {
    kind: 'folder',
    meaning: 'Tables of the mapping in place of the shipped ones.',
    example: './mappings',
    since: '0.3.0',
  },
});

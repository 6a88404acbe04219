/**
 * The layers of src, lowest first: a module imports from its own layer and those below it, and nothing imports in a
 * circle. docs/architecture.md draws them; `npm run lint` holds them.
 */
exports.layers = [
  // What other programs import, without the node.
  ['client'],
  // The libraries that the build bundles (scripts/bundled.cjs).
  ['bundled'],
  // The conformance kit judges any server, and stands on nothing of the node.
  ['conformance'],
  // What knows nothing of the rest: errors, time and identifiers, waiting and taking turns, API versions.
  ['errors', 'clock', 'async', 'collections', 'languages', 'api-versions', 'degradations', 'closers', 'version'],
  ['rdf'],
  // Where everything is, and how the node is set up.
  ['graph-kind-row', 'graph-kinds', 'log-rules', 'uris', 'settings', 'log', 'proofs'],
  ['metrics', 'tracing'],
  ['outbound', 'store'],
  // What was erased and what is held, in a file beside the store.
  ['erasure-list'],
  // What happens in a transaction, and who is notified of it.
  ['domain-events', 'transactions'],
  ['model'],
  ['http'],
  // Lists and answers as files for spreadsheets.
  ['exports'],
  // How a section of the OpenAPI description is written; each resource has its own beside its routes.
  ['openapi'],
  ['identity', 'monitoring'],
  // What every module of a resource is given.
  ['services'],
  // Copies of the store on other machines, which a person can promote.
  ['standby'],
  // Keys of requests, which a caller may repeat; names that partners are given.
  ['idempotency', 'agent-names'],
  // What agents keep beside the exchange.
  ['drafts'],
  ['access'],
  ['action-requests'],
  ['logistics-objects'],
  // What is neither erased nor purged.
  ['legal-holds'],
  [
    'logistics-events',
    'subscriptions',
    'access-delegations',
    'change-requests',
    'verification-requests',
    'server-information',
  ],
  // Objects at a glance: shipments with their pieces and milestones.
  ['overviews'],
  // Access, subscriptions and decisions for a whole shipment.
  ['acts'],
  ['notifications'],
  // Cargo-XML messages.
  ['messages'],
  // Copies of partners' objects; no module of the exchange knows of them.
  ['mirror'],
  // What a node has to forget.
  ['erasures'],
  ['sparql'],
  // Graphs at their addresses, and all of them as an event stream.
  ['web', 'feed', 'proof-log'],
  // Questions that are asked without writing SPARQL.
  ['questions'],
  ['console'],
  ['node', 'start', 'lookups'],
  ['commands'],
  ['process', 'main', 'health-check'],
];

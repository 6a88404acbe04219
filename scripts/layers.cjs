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
  ['graph-kind-row', 'graph-kinds', 'uris', 'settings', 'log'],
  ['metrics', 'tracing'],
  ['outbound', 'store'],
  // What happens in a transaction, and who is notified of it.
  ['domain-events', 'transactions'],
  ['model'],
  ['http'],
  // How a section of the OpenAPI description is written; each resource has its own beside its routes.
  ['openapi'],
  ['identity', 'monitoring'],
  // What every module of a resource is given.
  ['services'],
  // Keys of requests, which a caller may repeat.
  ['idempotency'],
  ['access'],
  ['action-requests'],
  ['logistics-objects'],
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
  ['notifications'],
  // Cargo-XML messages.
  ['messages'],
  // Copies of partners' objects; no module of the exchange knows of them.
  ['mirror'],
  ['sparql'],
  // Graphs at their addresses, and all of them as an event stream.
  ['web', 'feed'],
  ['console'],
  ['node', 'start', 'lookups'],
  ['commands'],
  ['process', 'main', 'health-check'],
];

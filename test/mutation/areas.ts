/** What is mutated, and by which tests a mutant has to be noticed. */

/** Addresses, descriptions and examples, which the tests of the OpenAPI document hold. */
export const DECLARATIONS = /(?:schemas|examples|operations|module)\.ts$/;

export interface Area {
  readonly name: string;
  /** Files and folders of `src`; declarations are left out. */
  readonly sources: readonly string[];
  /** The files that exercise it in mocha's own process: a mutant is run against those tests of them that reach it, in this order. */
  readonly tests: readonly string[];
}

export const areas: readonly Area[] = [
  {
    name: 'access decisions',
    sources: ['access'],
    tests: [
      'access/refusals',
      'console/refusals',
      'conformance/access',
      'conformance/unreadable-objects',
      'conformance/strangers',
      'conformance/delegations',
      'conformance/expiring-delegations',
      'console/access',
    ],
  },
  {
    name: 'change application',
    sources: [
      'change-requests/change.ts',
      'change-requests/change-statements.ts',
      'change-requests/change-application.ts',
      'change-requests/change-requests.ts',
    ],
    tests: ['conformance/change', 'conformance/action-requests', 'change-requests/property', 'change-requests/hostile'],
  },
  {
    name: 'cascade of delegations',
    sources: ['access-delegations'],
    tests: [
      'conformance/delegations',
      'conformance/expiring-delegations',
      'access-delegations/moved',
      'access-delegations/trust-chains',
    ],
  },
  {
    name: 'delivery queues',
    sources: ['notifications/delivery', 'notifications/queues'],
    tests: [
      'notifications/outbox-feed',
      'notifications/receiver-versions',
      'notifications/set-aside',
      'notifications/queues',
      'notifications/webhook',
      'conformance/delivery-retries',
      'conformance/notifications',
      'exchange/delivery',
      'exchange/receiver-versions',
      'faults/unwritten-deliveries',
    ],
  },
  {
    name: 'scoped queries',
    sources: [
      'sparql/engine/access-conditions.ts',
      'sparql/engine/basic-patterns.ts',
      'sparql/engine/engine-names.ts',
      'sparql/engine/limited-query.ts',
      'sparql/engine/partner-queries.ts',
      'sparql/engine/scoped-patterns.ts',
      'sparql/engine/scoped-query.ts',
      'sparql/engine/syntax-trees.ts',
    ],
    tests: ['sparql/engine/scoped-query', 'sparql/engine/partner-queries', 'sparql/engine/queries'],
  },
];

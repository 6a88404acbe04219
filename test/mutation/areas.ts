/** What is mutated, and by which tests a mutant has to be noticed. */

/** Addresses, descriptions and examples, which the tests of the OpenAPI document hold. */
export const DECLARATIONS = /(?:schemas|examples|operations|module)\.ts$/;

export interface Area {
  readonly name: string;
  /** Files and folders of `src`; declarations are left out. */
  readonly sources: readonly string[];
  /**
   * The files that exercise it in mocha's own process, in stages: a mutant is run against those tests of a stage that reach
   * it, and against the next stage if they do not notice it. So what tests notice soon costs little.
   */
  readonly stages: readonly (readonly string[])[];
}

export const areas: readonly Area[] = [
  {
    name: 'access decisions',
    sources: ['access'],
    stages: [
      ['access/access-entries', 'access/refusals', 'conformance/access'],
      ['console/refusals', 'console/access', 'conformance/unreadable-objects', 'conformance/strangers'],
      ['conformance/delegations', 'conformance/expiring-delegations'],
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
    stages: [
      ['change-requests/stored-changes', 'change-requests/change-statements'],
      ['change-requests/problems', 'conformance/change'],
      ['conformance/action-requests', 'conformance/verification-requests', 'conformance/unreadable-objects'],
      ['conformance/local-shapes'],
      ['change-requests/property', 'change-requests/hostile'],
    ],
  },
  {
    name: 'cascade of delegations',
    sources: ['access-delegations'],
    stages: [
      ['access-delegations/stored-delegations', 'access-delegations/limits', 'store/all-lookups'],
      ['access-delegations/refusals', 'conformance/delegations', 'conformance/expiring-delegations'],
      [
        'access-delegations/withdrawal',
        'console/access',
        'access-delegations/moved',
        'access-delegations/trust-chains',
      ],
      ['conformance/unsolicited-notifications', 'conformance/preconditions', 'faults/stored-damage'],
    ],
  },
  {
    name: 'delivery queues',
    sources: ['notifications/delivery', 'notifications/queues'],
    stages: [
      [
        'notifications/delivery-queue',
        'notifications/delivery-attempts',
        'notifications/delivery-results',
        'notifications/queue-states',
        'notifications/delivery-feed',
        'notifications/operators-view',
        'notifications/pauses',
        'notifications/stored-queues',
      ],
      [
        'notifications/sender',
        'notifications/outbox-feed',
        'notifications/receiver-versions',
        'notifications/outbox-quarantine',
      ],
      [
        'notifications/queues',
        'notifications/receipts',
        'notifications/webhook',
        'conformance/delivery-retries',
        'conformance/notifications',
      ],
      ['exchange/delivery', 'exchange/receiver-versions', 'faults/unwritten-deliveries'],
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
    stages: [
      ['sparql/engine/scoped-query', 'sparql/engine/partner-queries'],
      ['sparql/engine/partners', 'sparql/engine/queries'],
    ],
  },
];

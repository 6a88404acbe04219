import { expect } from 'chai';
import { inPresentForm } from '../../src/action-requests/status-history.js';
import { type Graph, graphOf } from '../../src/rdf/graph.js';
import { factory, type Iri, iri, namedNode, node, type Quad, triple } from '../../src/rdf/terms.js';
import { createVocabulary, rdfTerms, xsd } from '../../src/rdf/vocabulary.js';

const vocabulary = createVocabulary();
const { api } = vocabulary;
const root = node(iri('https://node.example/action-requests/1'));
const agent = (name: string): Iri => iri(`https://node.example/logistics-objects/${name}`);
const partner = agent('partner');
const rival = agent('rival');
const clerk = agent('clerk');
const holder = agent('_data-holder');
const context = { vocabulary, dataHolder: holder, internalAgents: new Set([holder, clerk]) };

type Status = 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'FAILED' | 'REVOKED';
type Step = readonly [status: Status, second: number, agent: Iri];

const at = (second: number): ReturnType<typeof factory.literal> =>
  factory.literal(new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(), xsd.dateTime);

function entry(name: string, [status, second, by]: Step): Quad[] {
  const term = namedNode(`internal:${name}`);
  return [
    triple(root, api.hasRequestStatusHistory, term),
    triple(term, rdfTerms.type, api.RequestStatusEntry),
    triple(term, api.hasRequestStatus, api[`REQUEST_${status}`]),
    triple(term, api.hasRequestStatusSince, at(second)),
    triple(term, api.isChangedBy, node(by)),
  ];
}

/** A request as it is stored, with these history entries in the opposite order. */
function stored(current: Step, entries: readonly Step[]): Graph {
  return graphOf([
    triple(root, rdfTerms.type, api.ChangeRequest),
    triple(root, api.isRequestedBy, node(partner)),
    triple(root, api.isRequestedAt, at(0)),
    triple(root, api.hasRequestStatus, api[`REQUEST_${current[0]}`]),
    triple(root, api.hasRequestStatusSince, at(current[1])),
    ...entries.flatMap((step, index) => entry(String(9 - index), step)).reverse(),
  ]);
}

/** The history as status, time and agent. */
function historyOf(data: Graph): string[][] {
  return data
    .objects(root, api.hasRequestStatusHistory)
    .map((term) =>
      [api.hasRequestStatus, api.hasRequestStatusSince, api.isChangedBy].map(
        (property) => data.object(term, property)?.value ?? '',
      ),
    );
}

const rows = (...steps: readonly Step[]): string[][] =>
  steps.map(([status, second, by]) => [api[`REQUEST_${status}`].value, at(second).value, by]);

/** What an earlier version stored, an entry for each status with who began it, and what it means. */
const earlier: Readonly<Record<string, { readonly steps: readonly Step[]; readonly shown: readonly Step[] }>> = {
  'a pending request has no history': { steps: [['PENDING', 0, partner]], shown: [] },
  'a decision ended the pending status': {
    steps: [
      ['PENDING', 0, partner],
      ['ACCEPTED', 5, clerk],
    ],
    shown: [['PENDING', 0, clerk]],
  },
  'a revocation ended the accepted status': {
    steps: [
      ['PENDING', 0, partner],
      ['ACCEPTED', 5, clerk],
      ['REVOKED', 9, partner],
    ],
    shown: [
      ['PENDING', 0, clerk],
      ['ACCEPTED', 5, partner],
    ],
  },
  'all within one millisecond': {
    steps: [
      ['PENDING', 0, partner],
      ['ACCEPTED', 0, holder],
      ['REVOKED', 0, rival],
    ],
    shown: [
      ['PENDING', 0, holder],
      ['ACCEPTED', 0, rival],
    ],
  },
  'a rejection at once is the data holder’s (V49)': {
    steps: [
      ['PENDING', 0, partner],
      ['REJECTED', 0, partner],
    ],
    shown: [['PENDING', 0, holder]],
  },
  'an automatic acceptance is the data holder’s (V49)': {
    steps: [
      ['PENDING', 0, partner],
      ['ACCEPTED', 1, partner],
    ],
    shown: [['PENDING', 0, holder]],
  },
  'what an automatic acceptance rejected is the data holder’s (V49)': {
    steps: [
      ['PENDING', 0, partner],
      ['REJECTED', 7, rival],
    ],
    shown: [['PENDING', 0, holder]],
  },
};

describe('The history of a request that an earlier version stored', () => {
  for (const [name, { steps, shown }] of Object.entries(earlier)) {
    it(name, () => {
      const current = steps.at(-1) ?? expect.fail();
      const data = inPresentForm(stored(current, steps), context);
      expect(historyOf(data)).to.deep.equal(rows(...shown));
      expect(data.object(root, api.hasRequestStatus)?.value).to.equal(api[`REQUEST_${current[0]}`].value);
      expect(data.match(null, rdfTerms.type, api.RequestStatusEntry).size).to.equal(shown.length);
      expect(historyOf(inPresentForm(data, context))).to.deep.equal(rows(...shown));
    });
  }

  it('has a severity on errors of the node, not on those of callers (V21, V22)', () => {
    const errors = ['Identifier conflict', 'Not with this booking'].map((title, index) => {
      const error = namedNode(`${root.value}/errors/${index}`);
      return [triple(root, api.hasError, error), triple(error, api.hasTitle, factory.literal(title))];
    });
    const steps: Step[] = [
      ['PENDING', 0, partner],
      ['REJECTED', 5, clerk],
    ];
    const data = inPresentForm(graphOf([...stored(['REJECTED', 5, clerk], steps), ...errors.flat()]), context);
    const severities = data.objects(root, api.hasError).map((error) => data.object(error, api.hasSeverity)?.value);
    expect(severities).to.deep.equal([api.ERROR.value, undefined]);
  });

  it('is left as it is in the present form, in the order of its times', () => {
    const entries: Step[] = [
      ['PENDING', 0, clerk],
      ['ACCEPTED', 5, partner],
    ];
    const data = stored(['REVOKED', 9, partner], entries);
    expect(historyOf(inPresentForm(data, context))).to.deep.equal(rows(...entries));
    expect(inPresentForm(graphOf(), context).size).to.equal(0);
  });
});

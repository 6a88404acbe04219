import { expect } from 'chai';
import { factory, type Iri, iri, namedNode, type Quad, triple } from '../../src/rdf/terms.js';
import { acl, createVocabulary, vcard } from '../../src/rdf/vocabulary.js';
import { AgentIndex } from '../../src/sparql/agent-index.js';
import type { CopiedStore } from '../../src/sparql/query-worker.js';
import type { EmbeddedStore } from '../../src/store/embedded/embedded-store.js';
import { StoreError } from '../../src/store/store-error.js';
import { base, failure, object, openMemory } from '../store/support/open.js';

const vocabulary = createVocabulary();
const partner = iri('http://partner.example/logistics-objects/one');
const rival = iri('http://rival.example/logistics-objects/one');
const list = (name: string): Iri => iri(`${object(name)}/acl`);
const about = (graph: Iri, predicate: Parameters<typeof triple>[1], agent: Iri): Quad =>
  triple(namedNode(iri(`${graph}#one`)), predicate, namedNode(agent));

describe('Mentions of an agent', () => {
  let store: EmbeddedStore;
  let mentions: AgentIndex;
  const open = (from: CopiedStore = store): AgentIndex =>
    new AgentIndex({
      store: from,
      vocabulary,
      matters: (graph) => graph.endsWith('/acl') || graph.includes('/requests/'),
    });
  const write = (graph: Iri, ...statements: Quad[]): Promise<void> =>
    store.transact([base], (tx) => tx.replace(graph, statements));

  beforeEach(async () => {
    store = await openMemory();
    mentions = open();
  });
  afterEach(() => store.close());

  it('are its own, its groups and those of all agents, in lists and in requests', async () => {
    const request = iri(`${base}/requests/1`);
    await write(list('own'), about(list('own'), acl.agent, partner));
    await write(list('group'), about(list('group'), vcard.hasMember, partner));
    await write(list('all'), about(list('all'), acl.agentClass, acl.AuthenticatedAgent.value));
    await write(list('other'), about(list('other'), acl.agent, rival));
    await write(request, about(request, vocabulary.api.isRequestedFor, partner));
    expect((await mentions.of(partner)).sort()).to.deep.equal(
      [request, list('all'), list('group'), list('own')].sort(),
    );
    expect((await mentions.of(rival)).sort()).to.deep.equal([list('all'), list('other')].sort());
  });

  it('are nowhere else: not in other graphs, nor in texts that look like a mention', async () => {
    await write(iri(`${object('piece')}/revisions/1`), about(object('piece'), acl.agent, partner));
    const text = `x\u2028<http://a.b/c> <${acl.agent.value}> <${partner}> .\u2028`;
    await write(list('text'), triple(namedNode(list('text')), acl.mode, factory.literal(text)));
    expect(await mentions.of(partner)).to.deep.equal([]);
  });

  it('are those of commits after the first question too, and of commits while it is answered', async () => {
    for (let number = 0; number < 50; number += 1)
      await write(list(`early-${number}`), about(list('x'), acl.agent, partner));
    const asked = mentions.of(partner);
    await write(list('meanwhile'), about(list('meanwhile'), acl.agent, partner));
    expect(await asked).to.include.members([list('early-0'), list('early-49')]);
    await write(list('later'), about(list('later'), acl.agent, partner));
    const all = await mentions.of(partner);
    expect(all).to.have.length(52);
    expect(all).to.include.members([list('meanwhile'), list('later')]);
  });

  it('are read again after a failure', async () => {
    await write(list('own'), about(list('own'), acl.agent, partner));
    let isDamaged = true;
    mentions = open({
      onCommit: (listener) => store.onCommit(listener),
      text: (graph) => store.text(graph),
      settled: () => store.settled(),
      graphs: () => {
        if (isDamaged) throw new StoreError('the store is damaged');
        return store.graphs();
      },
    });
    expect((await failure(mentions.of(partner))).message).to.equal('the store is damaged');
    isDamaged = false;
    expect(await mentions.of(partner)).to.deep.equal([list('own')]);
  });
});

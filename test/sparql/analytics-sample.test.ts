/** The questions of docs/analytics.md on what `npm run sample` makes: the objects that they name are there. */
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { sampleMessages } from '../../scripts/sample-messages.js';
import { LatePartner } from '../../scripts/sample-partner.js';
import { createSample } from '../../src/console/sample.js';
import { sampleNode } from '../support/sample.js';
import { TestClock } from '../support/clock.js';
import { fastRetries } from '../support/exchange.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { ask, resultsOf } from './support.js';

/** What the example has none of: objects that point nowhere. */
const WITHOUT_ANSWER = new Set([11]);

describe('The questions of docs/analytics.md on the example exchange', () => {
  let node: TestNode;
  let partner: LatePartner;
  const questions: (readonly [number: number, title: string, query: string])[] = [];

  before(async () => {
    partner = await LatePartner.start();
    // After the events of the example happened.
    node = await startTestNode({ env: fastRetries, clock: new TestClock('2026-03-10T08:00:00.000Z') });
    await createSample(sampleNode(node, partner, await sampleMessages()));
    const text = await readFile(new URL('../../docs/analytics.md', import.meta.url), 'utf8');
    for (const [, number, title = '', query = ''] of text.matchAll(/^## (\d+)\. (.*?)\n.*?^```sparql\n(.*?)^```/gms))
      questions.push([Number(number), title, query.replaceAll('http://localhost:8080', node.url)]);
  });
  after(async () => {
    await node.stop();
    await partner.stop();
  });

  it('all have an answer', async () => {
    expect(questions).to.have.lengthOf(20);
    const without: string[] = [];
    for (const [number, title, query] of questions) {
      const isGraph = query.startsWith('CONSTRUCT');
      const reply = await ask(node.holder, query, isGraph ? { accept: 'application/n-triples' } : {});
      expect(reply.status, `${title}: ${reply.text}`).to.equal(200);
      const count = isGraph ? reply.text.trim().length : (resultsOf(reply).results?.bindings.length ?? 0);
      if (count === 0 && !WITHOUT_ANSWER.has(number)) without.push(title);
    }
    expect(without).to.deep.equal([]);
  });
});

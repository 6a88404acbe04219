import { expect } from 'chai';
import type { Reply } from '../support/node.js';
import { TestContext } from '../support/world.js';
import { ask } from './support.js';

const PHASES = ['waiting', 'scope', 'filling', 'running', 'writing'];
const QUERY = 'SELECT (COUNT(*) AS ?n) { ?s ?p "a secret word" }';

describe('Why a query was slow', () => {
  let world: TestContext;

  before(async () => {
    world = await TestContext.start({ env: { SPARQL_SLOW_MS: '1' } });
    await world.piece();
  });
  after(() => world.stop());

  const timesOf = (reply: Reply): Map<string, number> =>
    new Map(
      (reply.headers.get('server-timing') ?? '')
        .split(', ')
        .filter((entry) => entry !== '')
        .map((entry) => {
          const [phase = '', duration = ''] = entry.split(';dur=');
          return [phase, Number(duration)];
        }),
    );

  it('has the time of each phase for internal agents', async () => {
    const first = timesOf(await ask(world.holder, QUERY));
    expect([...first.keys()]).to.deep.equal(PHASES);
    expect(first.get('filling'), 'its dataset was filled').to.be.above(0);
    expect(first.get('running')).to.be.above(0);
    const second = timesOf(await ask(world.holder, QUERY));
    expect(second.get('filling'), 'its dataset was there').to.equal(0);
  });

  it('is hidden from partners, who could infer the amount of data', async () => {
    const reply = await ask(world.partner, QUERY);
    expect(reply.status).to.equal(200);
    expect(reply.headers.has('server-timing')).to.equal(false);
  });

  it('is also in errors, for internal agents only', async () => {
    const WRONG = 'SELECT * { ?s ?p';
    const reply = await ask(world.holder, WRONG);
    expect(reply.status).to.equal(400);
    expect([...timesOf(reply).keys()]).to.deep.equal(PHASES);
    const partners = await ask(world.partner, WRONG);
    expect(partners.status).to.equal(400);
    expect(partners.headers.has('server-timing')).to.equal(false);
  });

  it('is in the metrics, by phase', async () => {
    const { text } = await world.holder.get('/metrics');
    for (const phase of PHASES) {
      const count = new RegExp(`^cargograph_sparql_query_phase_seconds_count\\{phase="${phase}"\\} ([1-9]\\d*)$`, 'm');
      expect(text).to.match(count);
    }
  });
});

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
    // It only follows what was committed meanwhile, such as a checkpoint of the log.
    expect(second.get('filling'), 'its dataset was there').to.be.below(first.get('filling') ?? 0);
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

  it('is in the metrics, by phase, with and without a time apart (W78)', async () => {
    const count = async (phase: string, at: string): Promise<number> => {
      const { text } = await world.holder.get('/metrics');
      const line = `^cargograph_sparql_query_phase_seconds_count\\{phase="${phase}",at="${at}"\\} (\\d+)$`;
      return Number(new RegExp(line, 'm').exec(text)?.[1] ?? 0);
    };
    for (const phase of PHASES) {
      const [now, past] = [await count(phase, 'no'), await count(phase, 'yes')];
      expect(now, phase).to.be.greaterThan(0);
      const at = world.node.clock.now().toISOString();
      expect((await ask(world.holder, 'ASK { }', { at })).status).to.equal(200);
      expect([await count(phase, 'no'), await count(phase, 'yes')], phase).to.deep.equal([now, past + 1]);
    }
  });
});

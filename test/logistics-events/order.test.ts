import { expect } from 'chai';
import { dateTime, eventBody, valueOf } from '../support/exchange.js';
import { list, member } from '../support/node.js';
import { TestContext } from '../support/world.js';

describe('The order of events', () => {
  let world: TestContext;
  let address: string;
  // In an order in which years that no Date can read would divide the others.
  const times = [
    '2026-01-01T10:00:00.5Z',
    '12026-01-01T00:00:00Z',
    '2026-01-01T09:00:00Z',
    '-0001-01-01T00:00:00Z',
    '2026-01-02T00:00:00Z',
    '2026-01-01T13:00:00+02:00',
  ];
  const ordered = [
    '-0001-01-01T00:00:00Z',
    '2026-01-01T09:00:00Z',
    '2026-01-01T10:00:00.5Z',
    '2026-01-01T13:00:00+02:00',
    '2026-01-02T00:00:00Z',
    '12026-01-01T00:00:00Z',
  ];

  before(async () => {
    world = await TestContext.start({ env: { VALIDATION: 'lenient' } });
    address = `${await world.piece()}/logistics-events`;
    for (const time of times) {
      const posted = await world.holder.post(
        address,
        eventBody({ 'cargo:eventDate': dateTime(time), 'cargo:creationDate': dateTime(time) }),
      );
      expect(posted.status, posted.text).to.equal(201);
    }
  });
  after(() => world.stop());

  const read = async (query: string): Promise<unknown[]> =>
    list(member(await world.read(`${address}?${query}`), 'api:hasItem')).map((event) =>
      valueOf(member(event, 'cargo:eventDate')),
    );

  it('accepts every year of xsd:dateTime', async () => {
    for (const time of ['eventDate', 'creationDate']) {
      expect(await read(`sort=ASC-${time}`)).to.deep.equal(ordered);
      expect(await read(`sort=DESC-${time}`)).to.deep.equal(ordered.toReversed());
    }
    expect(await read('occurred_after=20260101T103000Z')).to.deep.equal(ordered.slice(3));
    expect(await read('created_before=20260101T093000Z')).to.deep.equal(ordered.slice(0, 2));
  });

  it('is the same with and without a filter for events that were created at the same instant', async () => {
    const busy = `${await world.piece()}/logistics-events`;
    for (let count = 0; count < 8; count += 1) {
      const posted = await world.holder.post(
        busy,
        eventBody({ 'cargo:creationDate': dateTime('2026-01-01T10:00:00Z') }),
      );
      expect(posted.status, posted.text).to.equal(201);
    }
    const ids = async (query: string): Promise<unknown[]> =>
      list(member(await world.read(`${busy}?${query}`), 'api:hasItem')).map((event) => member(event, '@id'));
    for (const direction of ['ASC', 'DESC']) {
      const sort = `sort=${direction}-creationDate`;
      expect(await ids(`${sort}&created_after=20250101T000000Z`)).to.deep.equal(await ids(sort));
    }
  });

  it('sorts invalid times after all times', async () => {
    const posted = await world.holder.post(address, eventBody({ 'cargo:eventDate': 'yesterday' }));
    expect(posted.status, posted.text).to.equal(201);
    expect(await read('sort=ASC-eventDate')).to.deep.equal([...ordered, 'yesterday']);
  });
});

import { expect } from 'chai';
import { add, changeBody } from '../support/changes.js';
import {
  createPiece,
  eventBody,
  iriOf,
  settled,
  subscribe,
  Receiver,
  partyFor,
  fastRetries,
} from '../support/exchange.js';
import { cargo, list, member, startTestNode, type TestNode, token, Party } from '../support/node.js';

describe('a clock that jumps back', () => {
  let node: TestNode;
  const change = async (piece: string, revision: number): Promise<void> => {
    const proposed = await node.holder.patch(
      piece,
      changeBody(piece, revision, [add(piece, 'coload', 'true', 'xsd:boolean')]),
    );
    expect(proposed.status, proposed.text).to.equal(201);
    const decided = await node.holder.patch(`${proposed.headers.get('location') ?? ''}?status=REQUEST_ACCEPTED`);
    expect(decided.status, decided.text).to.equal(204);
  };

  beforeEach(async () => {
    node = await startTestNode({ env: fastRetries });
  });
  afterEach(() => node.stop());

  it('keeps the order of revisions: none is older than the one before', async () => {
    const piece = await createPiece(node.holder);
    const times: number[] = [];
    // Until the clock is right again, Last-Modified is not told: it is never later than Date (RFC 9110, section 8.8.2.1).
    const look = async (until = 0): Promise<void> => {
      node.clock.advance(until);
      const { headers } = await node.holder.get(piece);
      node.clock.advance(-until);
      times.push(Date.parse(headers.get('last-modified') ?? ''));
      expect(headers.get('latest-revision')).to.equal(String(times.length));
    };
    await look();
    node.clock.advance(60);
    await change(piece, 1);
    await look();
    node.clock.advance(-3500);
    await change(piece, 2);
    await look(3500);
    node.clock.advance(3600);
    await change(piece, 3);
    await look();
    expect(times).to.deep.equal([...times].sort((one, other) => one - other));
    const { json } = await node.holder.get(`${piece}/audit-trail`);
    expect(list(member(json, 'api:hasChangeRequest'))).to.have.length(3);
  });

  it('keeps notifications in the order of their commits', async () => {
    const receiver = await Receiver.start();
    try {
      await subscribe(node.holder, await partyFor(node.url, receiver.agent), { topic: `${cargo}Piece` });
      const pieces: string[] = [];
      for (const jump of [0, -3000, 10, -500]) {
        node.clock.advance(jump);
        pieces.push(await createPiece(node.holder));
      }
      expect((await receiver.distinct(4)).map(({ object }) => object)).to.deep.equal(pieces);
      await settled(node.holder);
    } finally {
      await receiver.close();
    }
  });

  it('neither loses nor confuses events', async () => {
    const piece = await createPiece(node.holder);
    const made: string[] = [];
    for (const jump of [0, -3000, 3000]) {
      node.clock.advance(jump);
      made.push((await node.holder.post(`${piece}/logistics-events`, eventBody())).headers.get('location') ?? '');
    }
    const { json } = await node.holder.get(`${piece}/logistics-events`);
    expect(list(member(json, 'api:hasItem')).map(iriOf)).to.have.members(made);
  });

  it('does not extend the life of a token, and locks out no caller', async () => {
    const given = await token(node.url, 'airline');
    const airline = new Party(node.url, '', given);
    expect((await airline.get('/')).status).to.equal(200);
    node.clock.advance(-3000);
    expect((await airline.get('/')).status, 'known, and not expired').to.equal(200);
    const late = new Party(node.url, '', await token(node.url, 'late'));
    expect((await late.get('/')).status, 'made by this very clock').to.equal(200);
    node.clock.advance(3000 + 3600 + 61);
    expect((await airline.get('/')).status, 'expired').to.equal(401);
  });
});

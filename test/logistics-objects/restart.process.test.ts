import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { add, remove } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import { freePort } from '../support/process.js';
import { TestContext } from '../support/world.js';

describe('A node that is stopped and started again', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'restart-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('answers every revision, audit trail and request with the same bytes, to the same tokens, and continues', async () => {
    const clock = new TestClock();
    const env = { PORT: String(await freePort()), STORE_URL: `file:${folder}/store` };
    const first = await TestContext.start({ env, clock });
    const inner = {
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': 'inner "é" \u{1F4E6}'.replace('\u{1F4E6}', '日本'),
    };
    const piece = await first.piece({
      'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:value': 20.5, 'cargo:unit': 'KGM' },
      'cargo:containedPieces': inner,
    });
    const uri = first.uri(piece);
    const paths = [piece, '/logistics-objects', '/logistics-objects/_data-holder', `${piece}?embedded=true`];
    const stamp = (): string => `${clock.now().toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
    for (const text of ['Apples', 'Pears', 'Plums']) {
      paths.push(`${piece}?at=${stamp()}&embedded=true`);
      clock.advance(10);
      const steps = [add(uri, 'textualHandlingInstructions', text)];
      paths.push(await first.change(piece, steps));
    }
    const failing = await first.submit(first.partner, piece, [remove(uri, 'upid', 'none')]);
    expect((await first.accept(failing)).status).to.equal(422);
    const pending = await first.submit(first.partner, piece, [add(uri, 'upid', 'x')]);
    paths.push(failing, pending, `${piece}/audit-trail`, '/action-requests');

    const read = async (world: TestContext): Promise<unknown[]> =>
      Promise.all(
        paths.map(async (path) => {
          const { status, text, headers } = await world.holder.get(path);
          return [
            path,
            status,
            text,
            ...['etag', 'last-modified', 'type', 'revision'].map((name) => headers.get(name)),
          ];
        }),
      );
    const before = await read(first);
    await first.stop();

    const second = await TestContext.start({ env, clock });
    // The parties of before, with the tokens that they have had.
    for (const party of [first.holder, second.holder]) expect((await party.get(piece)).status).to.equal(200);
    expect((await first.partner.get(pending)).status).to.equal(200);
    expect(await read(second)).to.deep.equal(before);
    expect((await second.accept(pending)).status).to.equal(204);
    expect(await second.revision(piece)).to.equal(5);
    await second.stop();
  });

  it('is not started on the data of another base URL', async () => {
    const store = { STORE_URL: `file:${folder}/based` };
    const first = await TestContext.start({ env: { ...store, PORT: String(await freePort()) } });
    await first.stop();
    const other = await TestContext.start({ env: { ...store, PORT: String(await freePort()) } }).then(
      async (world) => {
        await world.stop();
        return undefined;
      },
      (error: unknown) => error,
    );
    expect(other).to.be.instanceOf(Error).with.property('message').that.includes('BASE_URL');
  });
});

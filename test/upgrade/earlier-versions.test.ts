/** Stores that earlier versions wrote: files of those versions, made by make-store.ts. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { systemClock } from '../../src/clock.js';
import { backUp } from '../../src/store/folder/backup.js';
import { serializeGraph, withOfflineStore } from '../../src/store/folder/dump.js';
import { StoreError } from '../../src/store/store-error.js';
import { TestClock } from '../support/clock.js';
import { accept, eventually, partyFor } from '../support/exchange.js';
import { readLinks, targetsOf } from '../support/links.js';
import { type Json, list, member, type Party, type Reply, startTestNode, type TestNode } from '../support/node.js';
import { writeEarlierFormat } from '../store/support/earlier-format.js';
import { failure, openFolder, revision } from '../store/support/open.js';
import { BASE, id, PARTNER, storeFiles } from './stored-exchange.js';

/** The first version whose stores are migrated, and each one after it that wrote stores in another way. */
const VERSIONS = ['0.2.0'];

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .sort();

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cargograph-upgrade-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

for (const version of VERSIONS)
  describe(`A store of version ${version}`, () => {
    const files = storeFiles(version);

    /** Everything in the store, as lines of N-Quads. */
    const dump = (folder: string): Promise<string[]> =>
      withOfflineStore(folder, (file) => {
        const graphs = Array.from(file.graphs(), (graph) => serializeGraph(graph, 'nquads'));
        return Promise.resolve(linesOf(graphs.join('')));
      });
    const exported = async (): Promise<string[]> => linesOf(gunzipSync(await readFile(files.dump)).toString());
    const withStore = (use: (folder: string) => Promise<void>): Promise<void> =>
      withFolder(async (folder) => {
        await writeFile(join(folder, 'store.mdb'), gunzipSync(await readFile(files.store)));
        await use(folder);
      });

    async function withNode(folder: string, use: (node: TestNode) => Promise<void>): Promise<void> {
      const clock = new TestClock('2030-01-01T00:00:00Z');
      const node = await startTestNode({ env: { BASE_URL: BASE, STORE_URL: `file:${folder}` }, clock, viaPort: true });
      try {
        const isMigrated = async (): Promise<boolean> =>
          (await node.holder.get('/internal/lookup?q=UPID-77')).text.includes(id('piece'));
        await eventually(isMigrated);
        await use(node);
      } finally {
        await node.stop();
      }
    }

    it('has every statement that this version exported of it', () =>
      withStore(async (folder) => {
        expect(await dump(folder)).to.deep.equal(await exported());
      }));

    it('keeps each of them when a node has migrated it', () =>
      withStore(async (folder) => {
        await withNode(folder, () => Promise.resolve());
        const after = new Set(await dump(folder));
        expect((await exported()).filter((line) => !after.has(line))).to.deep.equal([]);
      }));

    it('opens at the addresses of linked data: revisions, mementos, TimeMap, differences (W81)', () =>
      withStore((folder) =>
        withNode(folder, async ({ holder }) => {
          const piece = '/logistics-objects/piece';
          const read = async (path: string, headers: Record<string, string> = {}): Promise<Reply> => {
            const reply = await holder.get(path, { headers });
            expect(reply.status, `${path}: ${reply.text}`).to.equal(200);
            return reply;
          };
          const timeMap = readLinks((await read(`${piece}/timemap`)).text);
          expect(targetsOf(timeMap, 'memento')).to.deep.equal(
            [1, 2, 3].map((number) => `${id('piece')}/revisions/${number}`),
          );
          for (const number of [1, 2, 3]) {
            const own = await read(`${piece}/revisions/${number}`);
            const then = { 'Accept-Datetime': own.headers.get('memento-datetime') ?? '' };
            expect((await read(piece, then)).headers.get('memento-datetime')).to.equal(then['Accept-Datetime']);
            await read(`${piece}/revisions/${number}/provenance`);
          }
          const patch = await read(`${piece}/changes?from=1&to=2`, { Accept: 'application/rdf-patch' });
          expect(patch.text).to.include('A ').and.include('Oranges');
          await read('/.well-known/void');
        }),
      ));

    it('continues where that version ended', () =>
      withStore((folder) =>
        withNode(folder, async ({ holder, url, port }) => {
          const texts = async (path: string, party: Party = holder): Promise<string> => {
            const { status, text } = await party.get(path);
            expect(status, text).to.equal(200);
            return text;
          };
          // Every revision, its links in both directions, and what belongs to the object.
          const piece = '/logistics-objects/piece';
          const at = (number: number): Promise<string> => texts(`/internal/objects/piece/revisions/${number}`);
          expect(await at(1))
            .to.contain(id('first'))
            .and.not.contain('Oranges');
          expect(await at(2))
            .to.contain(id('first'))
            .and.contain('Oranges');
          expect(await at(3))
            .to.contain(id('second'))
            .and.contain('Oranges');
          expect(await texts('/internal/objects/second/links')).to.contain(id('piece'));
          expect(list(member((await holder.get(`${piece}/logistics-events`)).json, 'api:hasItem'))).to.have.length(1);
          expect(await texts(`${piece}/audit-trail`))
            .to.contain('REQUEST_ACCEPTED')
            .and.contain('REQUEST_REJECTED')
            .and.contain('REQUEST_PENDING');
          expect(await texts('/internal/notifications')).to.contain(`${PARTNER}/notifications/1`);
          // Who may do what: a delegation, and none.
          const local = `http://localhost:${port}`;
          const partner = await partyFor(local, PARTNER);
          expect(await texts(piece, partner)).to.contain('Oranges');
          expect((await partner.get('/logistics-objects/second')).status).to.equal(403);
          // What waits for delivery, in its order.
          const waiting = list(member((await holder.get('/internal/deliveries')).json, 'items'));
          expect(waiting.map((item) => member(item, 'logisticsObject'))).to.deep.equal([
            id('piece'),
            id('piece'),
            id('piece'),
          ]);
          // A request that is still to be decided.
          const requests = list(member((await holder.get('/internal/requests')).json, 'items'));
          const isPending = (item: Json): boolean =>
            member(item, 'kind') === 'ChangeRequest' && member(item, 'status') === 'REQUEST_PENDING';
          const change = requests.find(isPending);
          const uri = member(change, 'uri');
          if (typeof uri !== 'string') throw new Error('there is no pending change');
          await accept(holder, uri.replace(url, ''));
          expect((await holder.get(piece)).headers.get('latest-revision')).to.equal('4');
        }),
      ));
  });

describe('A store of a version before 0.2.0', () => {
  const ADVICE = /has format [12] and this program reads 3: export it with the version that wrote it, and import that/;

  for (const format of ['1', '2'] as const)
    it(`stops the start with one line of advice, and stays unchanged: format ${format}`, () =>
      withFolder(async (folder) => {
        await writeEarlierFormat(folder, [[revision('piece', 1), '<urn:x:a> <urn:x:b> "c" .\n']], format);
        const file = join(folder, 'store.mdb');
        const before = await readFile(file);
        // As after an orderly stop, and after a kill.
        for (const isOpen of [false, true]) {
          if (isOpen) await writeFile(join(folder, '.open'), '');
          for (const use of [
            () => openFolder(folder),
            () => withOfflineStore(folder, () => Promise.resolve(), true),
            () => withFolder(async (target) => void (await backUp(folder, target, systemClock))),
          ]) {
            const error = await failure(use());
            expect(error).to.be.instanceOf(StoreError);
            expect(error.message).to.match(ADVICE).and.not.contain('\n');
          }
        }
        expect((await readFile(file)).equals(before)).to.equal(true);
      }));
});

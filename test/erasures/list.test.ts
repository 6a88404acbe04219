/** The list of erasures beside the store: an older backup does not bring back what was erased (P43). */
import { renameSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { backup } from '../../src/commands/backup.js';
import { checkLog } from '../../src/commands/check-log.js';
import { exportStore } from '../../src/commands/export.js';
import { importStore } from '../../src/commands/import.js';
import { restore } from '../../src/commands/restore.js';
import { readSettings, SettingsError } from '../../src/settings/settings.js';
import { send, waybillValues } from '../messages/node.js';
import type { PendingCommit } from '../../src/store/record.js';
import { around } from '../faults/support/faults.js';
import { Mirror } from '../mirror/support/mirror.js';
import { Scene } from '../mirror/support/scene.js';
import { filesWith } from '../support/files-with.js';
import { TestClock } from '../support/clock.js';
import { aclBody, eventBody, eventually, fastRetries, freePorts } from '../support/exchange.js';
import { context, type Json, list, member, type Reply, textIn } from '../support/node.js';
import { spawnNode } from '../support/process.js';
import { idOf, type JsonObject, TestContext } from '../support/world.js';
import { failure } from '../store/support/open.js';

const NAME = 'Wilhelmina-Featherstonehaugh';
const json = { 'Content-Type': 'application/json' };

describe('The list of erasures', () => {
  let folder: string;
  let env: Record<string, string>;
  let clock: TestClock;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'erasures-'));
    const [port = 0] = await freePorts(1);
    clock = new TestClock();
    env = { ...fastRetries, MIRROR_RATE: '0', STORE_URL: `file:${join(folder, 'store')}`, PORT: String(port) };
  });
  afterEach(() => rm(folder, { recursive: true }));

  const listFile = (): string => join(folder, 'store.erasures.jsonl');
  const settings = () => readSettings({ ...env });
  const lines = async (file = listFile()): Promise<Json[]> =>
    (await readFile(file, 'utf8'))
      .split('\n')
      .slice(0, -1)
      .map((line): Json => JSON.parse(line) as Json);

  /** Runs a node on the store. */
  async function running<Result>(
    use: (world: TestContext) => Promise<Result>,
    more: Record<string, string> = {},
  ): Promise<Result> {
    const world = await TestContext.start({ env: { ...env, ...more }, clock });
    try {
      return await use(world);
    } finally {
      await world.stop();
    }
  }

  const ask = (world: TestContext, body: JsonObject): Promise<Reply> => {
    clock.advance(1);
    return world.holder.post('/internal/erasures', { reason: 'LEGAL_ORDER', ...body }, json);
  };

  async function erase(world: TestContext, body: JsonObject): Promise<string> {
    const reply = await ask(world, body);
    expect(reply.status, reply.text).to.equal(201);
    return reply.headers.get('location') ?? '';
  }

  async function hold(world: TestContext, object: string, isHeld: boolean, reason = 'claim'): Promise<void> {
    clock.advance(1);
    const path = `/internal/holds/${idOf(object)}`;
    const reply = await (isHeld ? world.holder.put(path, { reason }, json) : world.holder.delete(path));
    expect(reply.status, reply.text).to.equal(isHeld ? 201 : 204);
  }

  const erasures = async (world: TestContext): Promise<Json[]> =>
    list(member((await world.holder.get('/internal/erasures?limit=1000')).json, 'items')).map((item) => ({
      ...(item as JsonObject),
      ...{ state: null, purgedAt: null, comment: null, toldOpen: null, entry: null, entryAddress: null },
    }));

  const putBack = async (...more: string[]): Promise<string> => {
    await rm(join(folder, 'store'), { recursive: true });
    return restore(join(folder, 'backup'), settings(), { lists: more });
  };

  it('has what was erased and held, without content, and is for its owner only', async () => {
    await running(async (world) => {
      const piece = await world.piece({ 'cargo:goodsDescription': NAME, 'cargo:upid': NAME });
      const about = { object: world.uri(piece) };
      const property = 'https://onerecord.iata.org/ns/cargo#upid';
      const values = await erase(world, { ...about, property, comment: NAME });
      await hold(world, piece, true, NAME);
      await hold(world, piece, false);
      const whole = await erase(world, { ...about, comment: NAME });
      const by = world.holder.agent;
      const ofObject = { kind: 'erasure', what: 'object', erased: world.uri(piece), reason: 'LEGAL_ORDER', by };
      const found = await lines();
      const times = found.map((line) => textIn(member(line, 'at')));
      expect(times).to.deep.equal([...times].sort());
      expect(found).to.deep.equal([
        { ...ofObject, id: values, property, at: times[0], told: false },
        { kind: 'hold', held: world.uri(piece), at: times[1], by },
        { kind: 'hold-end', held: world.uri(piece), at: times[2], by },
        { ...ofObject, id: whole, at: times[3], told: false },
      ]);
    });
    expect(await readFile(listFile(), 'utf8')).to.not.contain(NAME);
    expect((await stat(listFile())).mode & 0o777).to.equal(0o600);
  });

  it('is carried out by the node of a restored store: what was erased after the backup is erased', async () => {
    const made = await running(async (world) => {
      const named = { 'cargo:goodsDescription': NAME };
      const piece = await world.piece(named);
      const readable = { 'acl:agent': { '@id': world.partner.agent } };
      expect((await world.holder.put(`${piece}/acl`, aclBody(world.uri(piece), readable))).status).to.equal(204);
      const [part, withEvent, held, released] = [
        await world.piece({ ...named, 'cargo:upid': 'stays' }),
        await world.piece(),
        await world.piece(),
        await world.piece(named),
      ];
      const event = await world.holder.post(`${withEvent}/logistics-events`, eventBody({ 'cargo:eventName': NAME }));
      const notified = await world.partner.post('/notifications', {
        '@context': context,
        '@type': 'api:Notification',
        'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
        'api:hasLogisticsObject': { '@id': world.uri(withEvent), 'cargo:goodsDescription': NAME },
      });
      expect([event.status, notified.status]).to.deep.equal([201, 204]);
      const { json: received } = await world.holder.get('/internal/notifications?limit=1000');
      const notification = world.uri(/\/inbox\/[^"]+/.exec(JSON.stringify(received))?.[0] ?? '');
      const { message } = await send(world.holder, 'XFWB', waybillValues);
      await hold(world, released, true);
      // Under a checkpoint: what this log has not signed before a restore, it never signs.
      expect((await world.holder.get(`${piece}/revisions/1/proof`)).status).to.equal(200);
      return {
        ...{ piece, part, withEvent, held, released, notification, message },
        event: world.path(event.headers.get('location')),
      };
    });
    await backup(join(folder, 'backup'), settings(), clock);

    const before = await running(async (world) => {
      const uri = (path: string): string => world.uri(path);
      await erase(world, { object: uri(made.piece), reason: 'DATA_SUBJECT_REQUEST' });
      await erase(world, {
        object: uri(made.part),
        property: 'https://onerecord.iata.org/ns/cargo#goodsDescription',
      });
      await erase(world, { event: uri(made.event) });
      await erase(world, { notification: made.notification });
      await erase(world, { message: made.message });
      await hold(world, made.held, true);
      await hold(world, made.released, false);
      await erase(world, { object: uri(made.released) });
      const later = await world.piece({ 'cargo:upid': NAME });
      await erase(world, { object: uri(later) });
      const all = await erasures(world);
      expect(all.map((one) => member(one, 'told')).filter((told) => told !== 0)).to.deep.equal([1]);
      return { later, erasures: all };
    });

    await putBack();
    expect(await filesWith(join(folder, 'store'), NAME)).to.not.deep.equal([]);
    await running(async (world) => {
      for (const path of [made.piece, made.event, made.released, before.later])
        expect((await world.holder.get(path)).status, path).to.equal(410);
      expect((await world.partner.get(made.piece)).status).to.equal(410);
      // Who could read it is in no backup.
      expect((await world.partner.get(before.later)).status).to.equal(403);
      const again = await world.post({ '@type': 'cargo:Piece', '@id': world.uri(before.later) });
      expect([again.status, again.text.includes('was erased on')]).to.deep.equal([409, true]);
      const part = await world.holder.get(made.part);
      expect(part.text).to.contain('stays').and.not.contain(NAME);
      expect((await world.holder.get(`${made.part}/audit-trail`)).text).to.contain('#LEGAL_ORDER');
      const xml = await world.holder.get(world.path(made.message), { headers: { Accept: 'application/xml' } });
      expect(xml.status).to.equal(410);
      expect((await world.holder.get('/internal/notifications?limit=1000')).text).to.not.contain(NAME);
      expect((await world.holder.get(`/internal/holds/${idOf(made.held)}`)).status).to.equal(200);
      expect((await ask(world, { object: world.uri(made.held) })).status).to.equal(409);
      // Partners are notified again.
      expect(await erasures(world)).to.deep.equal(before.erasures);
      const proof = await world.holder.get(`${made.piece}/revisions/1/proof`);
      expect(proof.status, proof.text).to.equal(200);
    });
    const command = spawnNode(folder, { STORE_URL: 'file:store', BASE_URL: `http://localhost:${env['PORT']}` }, [
      'purge',
    ]);
    expect(await command.ended, command.stderr()).to.deep.equal({ code: 0, signal: null });
    expect(command.stdout()).to.contain(`${before.erasures.length} erasures are PURGED now`);
    expect(await filesWith(join(folder, 'store'), NAME)).to.deep.equal([]);
    expect(await lines()).to.have.length(before.erasures.length + 2 + 1);
    await running(async (world) => {
      expect(await erasures(world)).to.deep.equal(before.erasures);
    });
  });

  it("takes the copy of a partner's object away again, also where the mirror is off", async () => {
    let object = '';
    const statements = ({ node, holder }: TestContext): Promise<unknown> =>
      new Mirror(node.url, holder).statements(object, 1);
    await running(async (world) => {
      await Scene.play(world, { clock }, async (scene) => {
        await scene.catchUp();
        object = scene.object.uri;
        expect(await statements(world)).to.not.equal(undefined);
      });
    });
    await backup(join(folder, 'backup'), settings(), clock);
    await running(async (world) => {
      clock.advance(1);
      const copy = `/internal/mirror?object=${encodeURIComponent(object)}`;
      await eventually(async () => (await world.holder.delete(copy)).status === 204);
    });
    expect((await lines()).map((line) => [member(line, 'what'), member(line, 'erased')])).to.deep.equal([
      ['copy', object],
    ]);
    await putBack();
    await running(async (world) => erasures(world), { MIRROR: 'false' });
    await running(async (world) => {
      expect(await statements(world)).to.equal(undefined);
      expect(await erasures(world)).to.have.length(1);
    });
    const command = spawnNode(folder, { STORE_URL: 'file:store', BASE_URL: `http://localhost:${env['PORT']}` }, [
      'purge',
    ]);
    expect(await command.ended, command.stderr()).to.deep.equal({ code: 0, signal: null });
    expect(command.stdout()).to.contain('1 erasures are PURGED now');
  });

  it('has the purge of a copy with what the inbox has about it and the drafts of it, and the log agrees (A2)', async () => {
    await running(async (world) => {
      await Scene.play(world, { clock }, async (scene) => {
        await scene.catchUp();
        const object = scene.object.uri;
        const notification = {
          '@context': context,
          '@type': 'api:Notification',
          'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
          'api:hasLogisticsObject': { '@id': object, 'cargo:goodsDescription': NAME },
        };
        expect((await world.partner.post('/notifications', notification)).status).to.equal(204);
        const draft = {
          kind: 'draft',
          form: 'Piece',
          title: NAME,
          visibility: 'own',
          values: {},
          copyOf: object,
        };
        const kept = await world.holder.post('/internal/drafts', draft, json);
        expect(kept.status, kept.text).to.equal(201);
        const about = async (): Promise<string> => (await world.holder.get('/internal/notifications')).text;
        expect(await about()).to.include(object);
        await world.holder.delete(scene.follow);
        const copy = `/internal/mirror?object=${encodeURIComponent(object)}`;
        await eventually(async () => (await world.holder.delete(copy)).status === 204);
        expect((await world.holder.get(world.path(kept.headers.get('location')))).status).to.equal(404);
        expect(await about()).to.not.include(object);
      });
    });
    expect(await checkLog([], settings())).to.match(/nothing is wrong\n[^]* entries lost content by erasures/);
  });

  it('is not alone: a start takes the rest of a copy away whose erasure was interrupted', async () => {
    let object = '';
    await running(async (world) => {
      await Scene.play(world, { clock }, async (scene) => {
        await scene.catchUp();
        object = scene.object.uri;
      });
    });
    const copied = (world: TestContext): Promise<unknown> =>
      new Mirror(world.node.url, world.holder).statements(object, 1);
    let isCut = false;
    const isErasure = ({ changes }: PendingCommit): boolean =>
      changes.some(({ graph }) => graph.includes('/internal/erasures/'));
    const world = await TestContext.start({
      ...{ env, clock },
      record: (record) =>
        around(record, () => undefined, {
          write: (commits) => {
            if (isCut) return Promise.reject(new Error('the disk is gone'));
            isCut = commits.some(isErasure);
            return record.write(commits);
          },
        }),
    });
    try {
      expect(await copied(world)).to.not.equal(undefined);
      expect((await ask(world, { copy: object })).status).to.be.within(500, 599);
    } finally {
      await world.stop();
    }
    await running(async (next) => {
      expect(await copied(next)).to.equal(undefined);
      expect(await erasures(next)).to.have.length(1);
    });
  });

  it('gets what a node could not write before it was killed', async () => {
    const made = await running(async (world) => {
      const [piece, held] = [await world.piece(), await world.piece()];
      await hold(world, held, true);
      await hold(world, piece, true);
      await hold(world, piece, false);
      await erase(world, { object: world.uri(piece) });
      return lines();
    });
    const text = await readFile(listFile(), 'utf8');
    // A part of a line is what a write leaves that did not end.
    await writeFile(listFile(), text.slice(0, -20));
    await running(async () => {
      expect(await lines()).to.deep.equal(made);
    });
    // A whole line without its end counts.
    await writeFile(listFile(), text.slice(0, -1));
    await running(async () => {
      expect(await readFile(listFile(), 'utf8')).to.equal(text);
    });
    await rm(listFile());
    await running(async () => {
      expect((await lines()).map((line) => member(line, 'kind'))).to.deep.equal(['hold', 'erasure']);
    });
    await writeFile(listFile(), `${JSON.stringify(made[0])}\n${JSON.stringify(made[1])}\n`);
    await running(async () => {
      expect(await lines()).to.deep.equal(made);
    });
  });

  it('stops the start with a line that cannot be read, and names it', async () => {
    const made = await running(async (world) => {
      await erase(world, { object: world.uri(await world.piece()) });
      return readFile(listFile(), 'utf8');
    });
    for (const [text, line] of [
      [`${made}{"kind":"erasure"}\n${made}`, 2],
      [`${made}\n`, 2],
      [`\0\0\0\n${made}`, 1],
      [made.replace('LEGAL_ORDER', 'WHIM'), 1],
      [made.replace('"kind"', '"until":"2027-01-01T00:00:00.000Z","kind"'), 1],
      [made.replace(/"id":"http:\/\/[^/]*/, '"id":"http://other.example'), 1],
      [`${made}{"kind":"hold","held":"no IRI","at":"2026-03-01T10:00:00.000Z","by":"https://a.example/a"}`, 2],
    ] as const) {
      await writeFile(listFile(), text);
      const error = await failure(TestContext.start({ env, clock }));
      expect(error).to.be.instanceOf(SettingsError);
      expect(error.message).to.contain(`ERASURE_LIST_FILE: line ${line} of ${listFile()} cannot be read: `);
      expect(error.message).to.not.contain('\n');
    }
    await rm(listFile());
    await mkdir(listFile());
    expect((await failure(TestContext.start({ env, clock }))).message).to.contain('EISDIR');
  });

  it('is needed for an erasure: nothing is erased or held that it cannot have', async () => {
    const list = join(folder, 'lists', 'list.jsonl');
    await running(
      async (world) => {
        const degraded = async (): Promise<boolean> =>
          (await world.anonymous.get('/health/ready')).text.includes('erasure-list');
        expect(await degraded()).to.equal(true);
        const piece = await world.piece();
        const refused = [
          await ask(world, { object: world.uri(piece) }),
          await world.holder.put(`/internal/holds/${idOf(piece)}`, { reason: 'claim' }, json),
        ];
        expect(refused.map(({ status }) => status)).to.deep.equal([503, 503]);
        expect((await world.holder.get(piece)).status).to.equal(200);
        expect((await world.holder.get(`/internal/holds/${idOf(piece)}`)).status).to.equal(404);
        await mkdir(join(folder, 'lists'));
        await erase(world, { object: world.uri(piece) });
        expect(await degraded()).to.equal(false);
        expect(await lines(list)).to.have.length(1);
      },
      { ERASURE_LIST_FILE: list },
    );
  });

  it('has the line of an erasure before anybody is told that it is done', async () => {
    const list = join(folder, 'lists', 'list.jsonl');
    await mkdir(join(folder, 'lists'));
    let isArmed = false;
    // The disk of the list is gone from the commit of an erasure on.
    const cut = (commits: readonly PendingCommit[]): void => {
      const isErasure = commits.some(({ changes }) =>
        changes.some(({ graph }) => graph.includes('/internal/erasures/')),
      );
      if (!isArmed || !isErasure) return;
      isArmed = false;
      renameSync(join(folder, 'lists'), join(folder, 'gone'));
    };
    const world = await TestContext.start({
      ...{ env: { ...env, ERASURE_LIST_FILE: list }, clock },
      record: (record) =>
        around(record, () => undefined, {
          write: (commits) => {
            cut(commits);
            return record.write(commits);
          },
        }),
    });
    try {
      const piece = await world.piece();
      const key = { ...json, 'Idempotency-Key': 'once' };
      const body = { object: world.uri(piece), reason: 'MISTAKE' };
      isArmed = true;
      const first = await world.holder.post('/internal/erasures', body, key);
      expect(first.status, first.text).to.equal(503);
      expect(first.text).to.contain('This is done, but the list of erasures cannot be written');
      expect((await world.holder.get(piece)).status).to.equal(410);
      const refused = [
        await world.holder.post('/internal/erasures', body, key),
        await ask(world, body),
        await ask(world, { object: world.uri(await world.piece()) }),
      ];
      expect(refused.map(({ status }) => status)).to.deep.equal([503, 503, 503]);
      renameSync(join(folder, 'gone'), join(folder, 'lists'));
      const again = await world.holder.post('/internal/erasures', body, key);
      expect(again.status, again.text).to.equal(201);
      expect((await lines(list)).map((line) => member(line, 'id'))).to.deep.equal([again.headers.get('location')]);
      expect((await ask(world, body)).status).to.equal(409);
    } finally {
      await world.stop();
    }
  });

  it('is beside a backup, and restore adds it and others', async () => {
    const [first, second] = await running(async (world) => [await world.piece(), await world.piece()] as const);
    await backup(join(folder, 'backup'), settings(), clock);
    const erasedFirst = await running(async (world) => {
      await erase(world, { object: world.uri(first) });
      return readFile(listFile(), 'utf8');
    });
    const said = await backup(join(folder, 'later'), settings(), clock);
    expect(said).to.contain(join(folder, 'later.erasures.jsonl'));
    expect(await readFile(join(folder, 'later.erasures.jsonl'), 'utf8')).to.equal(erasedFirst);
    expect((await stat(join(folder, 'later.erasures.jsonl'))).mode & 0o777).to.equal(0o600);
    await running((world) => erase(world, { object: world.uri(second) }));

    // The machine is gone, with the list; another list was kept elsewhere.
    const kept = join(folder, 'kept.jsonl');
    await rename(listFile(), kept);
    await rename(join(folder, 'later.erasures.jsonl'), join(folder, 'backup.erasures.jsonl'));
    const missing = await failure(putBack(join(folder, 'none')));
    expect([missing.name, missing.message]).to.deep.equal([
      'SettingsError',
      `--erasures: ${join(folder, 'none')} is not there`,
    ]);
    await mkdir(join(folder, 'store'));
    await putBack(kept, kept);
    expect(await lines()).to.deep.equal(await lines(kept));
    expect((await stat(listFile())).mode & 0o777).to.equal(0o600);
    await running(async (world) => {
      for (const path of [first, second]) expect((await world.holder.get(path)).status).to.equal(410);
    });
    await writeFile(kept, 'no line\n');
    const wrong = await failure(putBack(kept));
    expect(wrong.message).to.contain(`--erasures: line 1 of ${kept} cannot be read`);
  });

  it('gets erasures and holds of an export, whose ids stay used up (P52), and is carried out on an older one', async () => {
    const [before, after, held] = await running(async (world) => {
      const pieces = [await world.piece(), await world.piece(), await world.piece()] as const;
      await erase(world, { object: world.uri(pieces[0]) });
      await hold(world, pieces[2], true);
      return pieces;
    });
    const document = join(folder, 'all.nq');
    await exportStore(document, {}, settings());
    const made = await lines();
    await running((world) => erase(world, { object: world.uri(after) }));
    const kept = await readFile(listFile());
    const importing = async (): Promise<void> => {
      await rm(join(folder, 'store'), { recursive: true });
      await rm(listFile());
      await importStore(document, undefined, settings());
    };
    const check = (status: number): Promise<void> =>
      running(async (world) => {
        const again = await world.post({ '@type': 'cargo:Piece', '@id': world.uri(before) });
        expect([again.status, again.text.includes('was erased on')]).to.deep.equal([409, true]);
        expect((await world.holder.get(before)).status).to.equal(410);
        expect((await world.holder.get(after)).status).to.equal(status);
        expect((await ask(world, { object: world.uri(held) })).status).to.equal(409);
      });
    await importing();
    await check(200);
    expect(await lines()).to.deep.equal(made);
    await importing();
    await writeFile(listFile(), kept);
    await check(410);
  });

  it('leaves what is held since it was erased, and erases it at a start after the end of the hold', async () => {
    const piece = await running((world) => world.piece());
    await backup(join(folder, 'backup'), settings(), clock);
    await running((world) => erase(world, { object: world.uri(piece) }));
    const kept = join(folder, 'kept.jsonl');
    await rename(listFile(), kept);
    await putBack();
    await running((world) => hold(world, piece, true));
    await writeFile(listFile(), await readFile(kept));
    const status = (): Promise<number> => running(async (world) => (await world.holder.get(piece)).status);
    expect(await status()).to.equal(200);
    await running((world) => hold(world, piece, false));
    expect(await status()).to.equal(410);
    expect((await lines()).map((line) => member(line, 'kind'))).to.deep.equal(['erasure', 'hold', 'hold-end']);
  });
});

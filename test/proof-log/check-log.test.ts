/** `check --log` on a folder (P46, P47, P22): what somebody altered in the file is found, and nothing else. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { backup } from '../../src/commands/backup.js';
import { checkLog } from '../../src/commands/check-log.js';
import { restore } from '../../src/commands/restore.js';
import { systemClock } from '../../src/clock.js';
import { graphKinds } from '../../src/graph-kinds.js';
import { createLookups } from '../../src/lookups.js';
import { run as runProgram } from '../../src/process/cli.js';
import { BACKFILL, startOf, writeState } from '../../src/proof-log/backfill/state.js';
import { checkLog as verifyLog } from '../../src/proof-log/check/check-log.js';
import { readGivenHeads } from '../../src/proof-log/check/given-heads.js';
import { writeCheckpoint } from '../../src/proofs/format/checkpoint.js';
import { toBase64 } from '../../src/proofs/format/encoding.js';
import { ED25519, NoteSigner, signedNote } from '../../src/proofs/format/note.js';
import { entryOf } from '../../src/proofs/format/record.js';
import { leafHash } from '../../src/proofs/format/tree.js';
import { saltsOf, writeSlots } from '../../src/proofs/salts.js';
import { hashesOf, statementLines } from '../../src/proofs/statement-lines.js';
import { iri } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { readSettings, SettingsError } from '../../src/settings/settings.js';
import { addChecksum, textOf } from '../../src/store/checksum.js';
import { withOfflineStore } from '../../src/store/folder/dump.js';
import { type Databases, openDatabases, openRoot } from '../../src/store/lmdb/environment.js';
import { FILE } from '../../src/store/lmdb/new-file.js';
import { UNLOGGED } from '../../src/store/proof-log.js';
import { UriScheme } from '../../src/uris.js';
import { keyFrom } from '../proofs/format/support.js';
import { failure } from '../store/support/open.js';
import { type LoggedStore, onStore, writeLoggedStore } from './support/logged-store.js';

const vocabulary = createVocabulary(standardNamespaces);

/** The file of a store as somebody alters it who knows all of its formats. */
class Altered {
  constructor(private readonly databases: Databases) {}

  text(graph: string): string {
    return textOf(this.databases.graphs.get(this.#short(graph)) ?? '');
  }

  /** Writes a graph with a right checksum. */
  write(graph: string, text: string): void {
    void this.databases.graphs.put(this.#short(graph), addChecksum(graph, text));
  }

  /** Writes a text that does not fit its checksum. */
  damage(graph: string): void {
    void this.databases.graphs.put(this.#short(graph), `${addChecksum(graph, this.text(graph))}x`);
  }

  remove(graph: string): void {
    void this.databases.graphs.remove(this.#short(graph));
  }

  get graphs(): string[] {
    return Array.from(this.databases.graphs.getKeys(), (key) => this.databases.names.full(key));
  }

  /** The position and the salts of the newest entry of a graph. */
  newest(graph: string): { position: number; salts: Buffer } {
    const [position = '', salts = ''] = (this.databases.logGraphs.get(this.#short(graph)) ?? '').split(' ');
    return { position: Number(position), salts: Buffer.from(salts, 'base64') };
  }

  putNewest(graph: string, position: number, salts: Uint8Array): void {
    void this.databases.logGraphs.put(this.#short(graph), `${position} ${toBase64(salts)}`);
  }

  removeNewest(graph: string): void {
    void this.databases.logGraphs.remove(this.#short(graph));
  }

  get size(): number {
    return this.databases.logEntries.getCount();
  }

  record(position: number): string {
    return (this.databases.logEntries.get(position) ?? '').replace(/^.*\n/, '');
  }

  /** Writes an entry, with the right leaf hash unless another is given. */
  putRecord(position: number, record: string, leaf = toBase64(leafHash(entryOf(record)))): void {
    void this.databases.logEntries.put(position, `${leaf}\n${record}`);
  }

  leaf(position: number): string {
    return (this.databases.logEntries.get(position) ?? '').split('\n')[0] ?? '';
  }

  removeEntry(position: number): void {
    void this.databases.logEntries.remove(position);
  }

  graphOf(position: number): string {
    return /^graph (.*)$/m.exec(this.record(position))?.[1] ?? '';
  }

  keys(prefix: string): string[] {
    return Array.from(this.databases.logValues.getKeys({ start: prefix, end: `${prefix}\uffff` }), String);
  }

  value(key: string): string {
    return this.databases.logValues.get(key) ?? '';
  }

  putValue(key: string, value: string): void {
    void this.databases.logValues.put(key, value);
  }

  removeValue(key: string): void {
    void this.databases.logValues.remove(key);
  }

  #short(graph: string): string {
    return this.databases.names.short(graph);
  }
}

type Alter = (file: Altered, store: LoggedStore) => void;

const linesIn = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const revisionOf = ({ piece }: LoggedStore, number: number): string => `${piece}/revisions/${number}`;

/** Takes one statement out as an erasure does, without the erasure. */
const eraseByHand: Alter = (file, store) => {
  const graph = revisionOf(store, 2);
  const parts = [graph, `${graph}/provenance`].map((part) => ({ graph: iri(part), text: file.text(part) }));
  const lines = statementLines(parts);
  const { position, salts } = file.newest(graph);
  const all = saltsOf(salts, lines.length);
  const gone = lines.findIndex((line) => line.includes('Roses'));
  const slots = lines.map((line, index) => {
    const salt = all.subarray(index * 16, (index + 1) * 16);
    return index === gone
      ? ({ kind: 'erased', hash: hashesOf([line], salt) } as const)
      : ({ kind: 'salt', salt } as const);
  });
  file.putNewest(graph, position, writeSlots(slots));
  const left = linesIn(file.text(graph)).filter((line) => !line.includes('Roses'));
  file.write(graph, `${left.join('\n')}\n`);
};

/** Renames a graph with what belongs to it. */
const rename = (file: Altered, from: string, to: string): void => {
  for (const suffix of ['', '/provenance']) {
    file.write(to + suffix, file.text(from + suffix).replaceAll(`<${from}>`, `<${to}>`));
    file.remove(from + suffix);
  }
};

const headSays = (file: Altered, { piece }: LoggedStore, number: number): void => {
  const text = file.text(`${piece}/head`);
  file.write(`${piece}/head`, text.replace(/(hasLatestRevision> ")\d+/, `$1${number}`));
};

const swap = (file: Altered, one: number, other: number): void => {
  const [record, leaf] = [file.record(one), file.leaf(one)];
  file.putRecord(one, file.record(other), file.leaf(other));
  file.putRecord(other, record, leaf);
};

const rows: Readonly<
  Record<string, { readonly alter: Alter; readonly told: (store: LoggedStore) => readonly string[] }>
> = {
  'a byte of a revision, with a right checksum': {
    alter: (file, store) => {
      file.write(revisionOf(store, 1), file.text(revisionOf(store, 1)).replace('Roses', 'Rosen'));
    },
    told: (store) => [`graph <${revisionOf(store, 1)}> differs from entry`],
  },
  'a byte of provenance, with a right checksum': {
    alter: (file, store) => {
      const graph = `${revisionOf(store, 2)}/provenance`;
      file.write(graph, file.text(graph).replace('generatedAtTime', 'generatedAtTimf'));
    },
    told: (store) => [`graph <${revisionOf(store, 2)}> differs from entry`],
  },
  'a byte, with a wrong checksum': {
    alter: (file, { event }) => {
      file.damage(event);
    },
    told: ({ event }) => [`graph <${event}> has a wrong checksum`],
  },
  'a text that is no statement, or not to its end': {
    alter: (file, { event, request }) => {
      file.write(event, 'x');
      file.write(request, file.text(request).slice(0, -1));
    },
    told: ({ event, request }) => [event, request].map((graph) => `graph <${graph}> differs from entry`),
  },
  'a statement more': {
    alter: (file, { request }) => {
      file.write(request, `${file.text(request)}<${request}> <http://example.org/p> "x" .\n`);
    },
    told: ({ request }) => [`graph <${request}> differs from entry`],
  },
  'a statement twice': {
    alter: (file, { piece }) => {
      const [line = ''] = linesIn(file.text(`${piece}/acl`));
      file.write(`${piece}/acl`, `${file.text(`${piece}/acl`)}${line}\n`);
    },
    told: ({ piece }) => [`graph <${piece}/acl> differs from entry`],
  },
  'a statement less': {
    alter: (file, { piece }) => {
      file.write(`${piece}/acl`, file.text(`${piece}/acl`).replace(/^.*\n/, ''));
    },
    told: ({ piece }) => [`graph <${piece}/acl> differs from entry`],
  },
  'a revision that was put in': {
    alter: (file, store) => {
      for (const suffix of ['', '/provenance'])
        file.write(revisionOf(store, 4) + suffix, file.text(revisionOf(store, 3) + suffix));
      headSays(file, store, 4);
    },
    told: (store) => [
      `graph <${revisionOf(store, 4)}> has no entry`,
      `head <${store.piece}/head> says revision 4, which is not in the log`,
    ],
  },
  'a revision beyond the head': {
    alter: (file, store) => {
      file.write(revisionOf(store, 5), file.text(revisionOf(store, 3)));
    },
    told: (store) => [
      `graph <${revisionOf(store, 5)}> has no entry`,
      `head <${store.piece}/head> says revision 3, and there is <${revisionOf(store, 5)}>`,
    ],
  },
  'a revision that was taken out': {
    alter: (file, store) => {
      file.remove(revisionOf(store, 2));
      file.remove(`${revisionOf(store, 2)}/provenance`);
    },
    told: (store) => [`graph <${revisionOf(store, 2)}> of entry`],
  },
  'the last revision taken out, and the head with it': {
    alter: (file, store) => {
      file.remove(revisionOf(store, 3));
      file.remove(`${revisionOf(store, 3)}/provenance`);
      headSays(file, store, 2);
    },
    told: (store) => [
      `graph <${revisionOf(store, 3)}> of entry`,
      `head <${store.piece}/head> says revision 2, and <${revisionOf(store, 3)}> is in the log`,
    ],
  },
  'a revision with another number': {
    alter: (file, store) => {
      rename(file, revisionOf(store, 3), revisionOf(store, 4));
      headSays(file, store, 4);
    },
    told: (store) => [
      `graph <${revisionOf(store, 3)}> of entry`,
      `graph <${revisionOf(store, 4)}> has no entry`,
      `head <${store.piece}/head> says revision 4`,
    ],
  },
  'two revisions exchanged': {
    alter: (file, store) => {
      rename(file, revisionOf(store, 2), `${store.piece}/x`);
      rename(file, revisionOf(store, 1), revisionOf(store, 2));
      rename(file, `${store.piece}/x`, revisionOf(store, 1));
    },
    told: (store) => [1, 2].map((number) => `graph <${revisionOf(store, number)}> differs from entry`),
  },
  'an object without its head': {
    alter: (file, { piece }) => {
      file.remove(`${piece}/head`);
    },
    told: ({ piece }) => [`object <${piece}> has revisions and no head`],
  },
  'a record': {
    alter: (file, { request }) => {
      const { position } = file.newest(request);
      file.putRecord(position, file.record(position).replace('_data-holder', 'partner'), file.leaf(position));
    },
    told: ({ request }) => [`(<${request}>): its record and its leaf hash do not fit`],
  },
  'a record with its leaf': {
    alter: (file, { request }) => {
      const { position } = file.newest(request);
      file.putRecord(position, file.record(position).replace('_data-holder', 'partner'));
    },
    told: () => ['has another root'],
  },
  'a record that is none': {
    alter: (file, { request }) => {
      const { position } = file.newest(request);
      file.putRecord(position, 'cargograph-log/v2\n');
    },
    told: ({ request }) => [
      "the record does not begin with 'cargograph-log/v1'",
      `graph <${request}>: its newest entry`,
    ],
  },
  'a leaf': {
    alter: (file, { request }) => {
      const { position } = file.newest(request);
      file.putRecord(position, file.record(position), file.leaf(0));
    },
    told: ({ request }) => [`(<${request}>): its record and its leaf hash do not fit`],
  },
  salts: {
    alter: (file, store) => {
      const { position, salts } = file.newest(revisionOf(store, 1));
      salts[0] = (salts[0] ?? 0) ^ 1;
      file.putNewest(revisionOf(store, 1), position, salts);
    },
    told: (store) => [`graph <${revisionOf(store, 1)}> differs from entry`],
  },
  'salts of another length': {
    alter: (file, store) => {
      file.putNewest(revisionOf(store, 1), file.newest(revisionOf(store, 1)).position, Buffer.alloc(17, 3));
    },
    told: (store) => [`graph <${revisionOf(store, 1)}> differs from entry`],
  },
  'salts that are gone': {
    alter: (file, store) => {
      file.putNewest(revisionOf(store, 1), file.newest(revisionOf(store, 1)).position, Buffer.alloc(0));
    },
    told: (store) => [`graph <${revisionOf(store, 1)}> differs from entry`],
  },
  'a revision that is gone with its salts': {
    alter: (file, store) => {
      const graph = revisionOf(store, 2);
      file.putNewest(graph, file.newest(graph).position, Buffer.alloc(0));
      file.remove(graph);
      file.remove(`${graph}/provenance`);
    },
    told: (store) => [`graph <${revisionOf(store, 2)}> of entry`, 'has lost statements, and no erasure says so'],
  },
  'a statement that was erased by hand': {
    alter: eraseByHand,
    told: (store) => [`graph <${revisionOf(store, 2)}> of entry`, 'has lost statements, and no erasure says so'],
  },
  'an erasure that is gone': {
    alter: (file) => {
      for (const graph of file.graphs) if (graph.includes('/internal/erasures/')) file.remove(graph);
    },
    told: ({ erased }) => [`graph <${erased}/revisions/1> of entry`, '/internal/erasures/', 'and no erasure says so'],
  },
  'a reference to the newest entry': {
    alter: (file, { request, piece }) => {
      file.putNewest(request, file.newest(`${piece}/acl`).position + 4, file.newest(request).salts);
    },
    told: ({ request }) => [`graph <${request}>: its newest entry is said to be`],
  },
  'no reference to the newest entry': {
    alter: (file, { request }) => {
      file.removeNewest(request);
    },
    told: ({ request }) => [`graph <${request}>: its newest entry is not known`, `graph <${request}> has no entry`],
  },
  'an entry that is gone': {
    alter: (file) => {
      file.removeEntry(20);
    },
    told: () => ['the entries 20 to 20 are missing', 'has another root'],
  },
  'two entries exchanged': {
    alter: (file) => {
      swap(file, 20, 30);
    },
    told: () => ['has another root', 'its newest entry is'],
  },
  'two entries exchanged, with the references to them': {
    alter: (file) => {
      const [one, other] = [file.graphOf(20), file.graphOf(30)];
      const [first, second] = [file.newest(one), file.newest(other)];
      swap(file, 20, 30);
      file.putNewest(one, 30, first.salts);
      file.putNewest(other, 20, second.salts);
    },
    told: () => ['has another root'],
  },
  'a checkpoint': {
    alter: (file, { base }) => {
      const [, key = ''] = file.keys('checkpoint/1/');
      const signer = new NoteSigner(`${base.slice('http://'.length)}/log/1`, ED25519, keyFrom('another'));
      const size = Number(key.slice('checkpoint/1/'.length));
      const text = writeCheckpoint({ origin: signer.key.name, size, root: Buffer.alloc(32) });
      file.putValue(key, signedNote(text, [signer.sign(text, new Date(0))]));
    },
    told: () => ['has another root', 'is not signed with the key of this log'],
  },
  'a signature': {
    alter: (file) => {
      const [, key = ''] = file.keys('checkpoint/1/');
      const [line = '', signature = ''] = /([^ ]+)\n$/.exec(file.value(key)) ?? [];
      const bytes = Buffer.from(signature, 'base64');
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      file.putValue(key, file.value(key).replace(line, `${toBase64(bytes)}\n`));
    },
    told: () => ['has a signature that does not hold'],
  },
  'a checkpoint at the place of another': {
    alter: (file) => {
      const [first = '', second = ''] = file.keys('checkpoint/1/');
      file.putValue(second, file.value(first));
    },
    told: () => ['is a checkpoint of'],
  },
  'a checkpoint of another log': {
    alter: (file) => {
      const [first = ''] = file.keys('checkpoint/1/');
      file.putValue(first.replace('/1/', '/7/'), file.value(first));
    },
    told: () => ['is of a log that is not there'],
  },
  'a hash of the tree': {
    alter: (file) => {
      const [key = ''] = file.keys('tree/');
      file.putValue(key, toBase64(Buffer.alloc(32)));
    },
    told: () => ['the stored hash of the entries 0 to 255'],
  },
  'a hash of the tree that is gone': {
    alter: (file) => {
      for (const key of file.keys('tree/')) file.removeValue(key);
    },
    told: () => ['the stored hash of the entries 0 to 255'],
  },
  'a hash of the tree too many': {
    alter: (file) => {
      file.putValue('tree/1/1/0000000000000000/0000000000000009', toBase64(Buffer.alloc(32)));
    },
    told: () => ['2 hashes of the tree are stored, 1 of them belong to it'],
  },
  'the key of the log': {
    alter: (file, { base }) => {
      const graph = `${base}/internal/log/1-1`;
      file.write(graph, file.text(graph).replace(/(#key> "[^"]*)....(" \.)/, '$1AAAA$2'));
    },
    told: ({ base }) => [
      `graph <${base}/internal/log/1-1> differs from entry 0`,
      'is not signed with the key of this log',
    ],
  },
  'the whole log': {
    alter: (file) => {
      for (let position = file.size - 1; position >= 0; position -= 1) file.removeEntry(position);
      for (const graph of file.graphs) file.removeNewest(graph);
      for (const prefix of ['checkpoint/', 'tree/']) for (const key of file.keys(prefix)) file.removeValue(key);
    },
    told: () => ['the log has no entry', '> has no entry', 'more graphs without an entry', 'which is not in the log'],
  },
};

describe('check --log', () => {
  let folder: string;
  let store: LoggedStore;
  let files: { checkpoint: string; bundle: string };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'check-log-'));
    store = await writeLoggedStore(`file:${join(folder, 'store')}`, 200);
    files = { checkpoint: join(folder, 'checkpoint'), bundle: join(folder, 'bundle.json') };
    await writeFile(files.checkpoint, store.checkpoint);
    await writeFile(files.bundle, store.bundle);
  });
  after(() => rm(folder, { recursive: true }));

  const settingsOf = (path: string) => readSettings({ ...store.env, STORE_URL: `file:${path}` });
  const run = (path: string, given: readonly string[] = []): Promise<string> => checkLog(given, settingsOf(path));

  /** Alters a copy of the store, and gives the findings. */
  async function findingsAfter(alter: Alter, given: readonly string[] = []): Promise<readonly string[]> {
    const copy = await mkdtemp(join(folder, 'copy-'));
    await cp(join(folder, 'store'), copy, { recursive: true });
    const root = openRoot(join(copy, FILE));
    await root.childTransaction(() => {
      alter(new Altered(openDatabases(root)), store);
    });
    await root.close();
    return withOfflineStore(copy, async (file) => {
      const uris = new UriScheme(iri(file.base));
      const { lookups } = createLookups(uris, vocabulary);
      const heads = given.flatMap((text) => readGivenHeads('the file', text));
      const report = await verifyLog(file.logSource(), { uris, vocabulary, lookups, given: heads, witnesses: [] });
      return report.findings;
    });
  }

  it('finds nothing wrong, also with what was handed out', async () => {
    expect(await findingsAfter(() => undefined, [store.checkpoint, store.bundle])).to.deep.equal([]);
    const text = await run(join(folder, 'store'), [files.checkpoint, files.bundle]);
    expect(text).to.match(/^read \d+ entries of the log, and \d+ graphs that have one: nothing is wrong\n/);
    expect(text).to.include('/log/1: ').and.include('\n- compared with 2 checkpoints from outside');
    expect(text).to.match(/\n- [1-9]\d* entries lost content by erasures that are on record/);
  });

  for (const [what, { alter, told }] of Object.entries(rows))
    it(`finds ${what}`, async () => {
      const findings = await findingsAfter(alter);
      for (const line of told(store)) expect(findings.join('\n')).to.include(line);
    });

  it('finds a byte in a graph of each kind that the log has, with a right checksum', async () => {
    const uris = new UriScheme(iri(store.base));
    const altered = new Map<string, string>();
    const findings = await findingsAfter((file) => {
      for (const graph of file.graphs) {
        const kind = uris.graphKind(graph)?.kind ?? '';
        const isPart = kind === 'revision-provenance' || kind === 'event-provenance';
        if (altered.has(kind) || !(isPart || graphKinds.some((row) => row.kind === kind && 'logs' in row))) continue;
        const text = file.text(graph);
        const at = Math.floor(text.length / 2);
        file.write(graph, text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1));
        altered.set(kind, isPart ? uris.subjectOf(iri(graph)) : graph);
      }
    });
    const kinds = ['access-list', 'action-request', 'erasure', 'event', 'hold', 'inbox-entry', 'log-start', 'message'];
    expect([...altered.keys()]).to.include.members([...kinds, 'revision', 'revision-provenance', 'event-provenance']);
    for (const [kind, graph] of altered)
      expect(findings.join('\n'), kind).to.include(`graph <${graph}> differs from entry`);
  });

  describe('when the end of the log is cut off, with all that it is of', () => {
    /** Takes out the last object: its graphs, its entries, and the checkpoints that cover these. */
    const cut: Alter = (file) => {
      const last = file.graphOf(file.size - 1);
      const object = last.replace(/\/(acl|revisions\/1)$/, '/');
      for (const graph of file.graphs)
        if (graph.startsWith(object)) {
          file.remove(graph);
          file.removeNewest(graph);
        }
      while (file.graphOf(file.size - 1).startsWith(object)) file.removeEntry(file.size - 1);
      for (const key of file.keys('checkpoint/1/'))
        if (Number(key.slice('checkpoint/1/'.length)) > file.size) file.removeValue(key);
    };

    it('finds it by a checkpoint or a proof from outside, and not without (P22)', async () => {
      expect(await findingsAfter(cut)).to.deep.equal([]);
      for (const given of [store.checkpoint, store.bundle]) {
        const findings = await findingsAfter(cut, [given]);
        expect(findings).to.have.length(1);
        expect(findings[0]).to.match(
          /^the file: .*\/log\/1 has \d+ entries here, \d+ in this checkpoint: its end is missing$/,
        );
      }
    });
  });

  it('finds a proof from outside whose entry has another record, and a checkpoint of another log or key', async () => {
    const change: Alter = (file) => {
      const position = file.size - 1;
      file.putRecord(position, file.record(position).replace(/^salt .*$/m, 'salt AAAAAAAAAAAAAAAAAAAAAA=='));
    };
    const findings = await findingsAfter(change, [store.checkpoint]);
    expect(findings.join('\n')).to.include('are not those of this checkpoint');
    const [origin = '', size = ''] = store.checkpoint.split('\n');
    const signer = new NoteSigner(origin, ED25519, keyFrom('another'));
    const forge = (log: string): string => {
      const text = writeCheckpoint({ origin: log, size: Number(size), root: Buffer.alloc(32) });
      return signedNote(text, [signer.sign(text, new Date(0))]);
    };
    const forged = await findingsAfter(() => undefined, [forge(origin), forge('elsewhere.example/log/1')]);
    expect(forged.join('\n'))
      .to.include('are not those of this checkpoint')
      .and.include('is not signed with the key of this log')
      .and.include('this store has no log elsewhere.example/log/1');
  });

  it('leaves out what is still to get its entry, and finds what has one and was altered (P51)', async () => {
    const state = { ...startOf(1, true), phase: 'named' as const };
    const unfinished: Alter = (file, { piece, request }) => {
      file.putValue(BACKFILL, writeState(state));
      // As an earlier release has written them, or with the log switched off.
      for (const suffix of ['', '/provenance'])
        file.write(`${piece}/revisions/4${suffix}`, file.text(`${piece}/revisions/3${suffix}`));
      headSays(file, store, 4);
      file.write(request, `${file.text(request)}<${request}> <http://example.org/p> "x" .\n`);
    };
    expect(await findingsAfter(unfinished)).to.deep.equal([]);
    const altered = await findingsAfter((file) => {
      unfinished(file, store);
      file.write(revisionOf(store, 1), file.text(revisionOf(store, 1)).replace('Roses', 'Rosen'));
      file.remove(revisionOf(store, 2));
    });
    for (const number of [1, 2]) expect(altered.join('\n')).to.include(`graph <${revisionOf(store, number)}> differs`);
    const off = await findingsAfter((file) => {
      file.putValue(UNLOGGED.key, UNLOGGED.value);
      file.write(`${store.piece}/acl`, file.text(`${store.piece}/acl`).replace(/^.*\n/, ''));
    });
    expect(off).to.deep.equal([]);
  });

  it('lists at most 20 findings of a kind, and counts the others; the exit code is 1', async () => {
    const copy = join(folder, 'many');
    await cp(join(folder, 'store'), copy, { recursive: true });
    const root = openRoot(join(copy, FILE));
    await root.childTransaction(() => {
      const file = new Altered(openDatabases(root));
      for (const graph of file.graphs) if (graph.endsWith('/revisions/1')) file.write(graph, '');
    });
    await root.close();
    const error = await failure(run(copy));
    expect(error).to.have.property('name', 'StoreError');
    expect(error.message.match(/differs from entry/g)).to.have.length(20);
    expect(error.message)
      .to.match(/\n- and \d+ more graphs that differ from their entries\n/)
      .and.include('keep a copy');
  });

  it('refuses --repair, --checkpoint without --log, and a file that is none', async () => {
    for (const args of [
      ['check', '--log', '--repair'],
      ['check', '--checkpoint', files.checkpoint],
    ])
      expect(await failure(runProgram(args)), args.join(' ')).to.be.instanceOf(SettingsError);
    const none = join(folder, 'none');
    await writeFile(none, 'nothing');
    for (const file of [none, join(folder, 'absent')])
      expect(await failure(run(join(folder, 'store'), [file])), file).to.be.instanceOf(SettingsError);
  });

  it('finds nothing wrong in the copy of a backup, in what its node writes next, and in what it wrote before', async () => {
    const [copy, restored] = [join(folder, 'backup'), join(folder, 'restored')];
    await backup(copy, settingsOf(join(folder, 'store')), systemClock);
    await restore(copy, settingsOf(restored));
    expect(await run(restored, [files.checkpoint])).to.include('nothing is wrong');
    await onStore({ ...store.env, STORE_URL: `file:${restored}` }, async (world) => {
      const piece = await world.piece();
      expect((await world.holder.get(`${piece}/proof`)).status).to.equal(200);
    });
    const text = await run(restored, [files.checkpoint]);
    expect(text).to.include('nothing is wrong').and.include('/log/1: ').and.include('/log/2: ');
  });
});

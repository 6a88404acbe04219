/** This node as a witness of a partner's log (C2SP tlog-witness). */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { type AddCheckpoint, writeAddCheckpoint } from '../../src/proofs/format/add-checkpoint.js';
import { writeCheckpoint } from '../../src/proofs/format/checkpoint.js';
import { type Hash, sha256 } from '../../src/proofs/format/encoding.js';
import {
  ED25519,
  NoteSigner,
  parseNote,
  parseSignatures,
  signedNote,
  writeVkey,
} from '../../src/proofs/format/note.js';
import { consistencyProof, leafHash, rootOfHashes } from '../../src/proofs/format/tree.js';
import { keyFrom, NOW, readerOf } from '../proofs/format/support.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

/** A partner's log in memory. */
class PartnerLog {
  readonly #signer: NoteSigner;
  readonly #leaves: Hash[];

  constructor(
    readonly origin: string,
    entry = 'entry',
  ) {
    this.#signer = new NoteSigner(origin, ED25519, keyFrom(origin));
    this.#leaves = Array.from({ length: 20 }, (_, index) => leafHash(sha256(`${entry} ${index}`)));
  }

  get vkey(): string {
    return writeVkey(this.#signer.key);
  }

  note(size: number, signer = this.#signer): string {
    const text = writeCheckpoint({ origin: this.origin, size, root: rootOfHashes(this.#leaves.slice(0, size)) });
    return signedNote(text, [signer.sign(text, NOW)]);
  }

  /** A body that takes the log from one size to another. */
  async body(oldSize: number, size: number, more: Partial<AddCheckpoint> = {}): Promise<string> {
    const proof = await consistencyProof(oldSize, size, readerOf(this.#leaves));
    return writeAddCheckpoint({ oldSize, proof, checkpoint: this.note(size), ...more });
  }
}

/** A log for each row, since a witness remembers them. */
const logs = Array.from({ length: 20 }, (_, index) => new PartnerLog(`partner.example/log/${index + 1}`));
const unused = logs.values();
function newLog(): PartnerLog {
  const log = unused.next().value;
  if (log === undefined) throw new Error('more rows than logs');
  return log;
}

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** The answers of this protocol are texts, also that of a conflict. */
async function add(world: TestContext, body: string | Uint8Array): Promise<Answer> {
  const response = await fetch(world.uri('/log/witness/add-checkpoint'), { method: 'POST', body });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

/** A log that is cosigned at size 7. */
async function cosigned(world: TestContext): Promise<PartnerLog> {
  const log = newLog();
  expect((await add(world, await log.body(0, 7))).status).to.equal(200);
  return log;
}

const addressOf = ({ origin }: PartnerLog): string =>
  `/log/witness/${createHash('sha256').update(origin).digest('hex')}/checkpoint`;

const statements: Statement[] = [
  {
    section: 'P25',
    statement: 'cosigns the first checkpoint of a log that it knows, and each that continues it, without a token',
    holds: async (world) => {
      const log = newLog();
      for (const [oldSize, size] of [
        [0, 7],
        [7, 7],
        [7, 13],
      ] as const) {
        const { status, type, text } = await add(world, await log.body(oldSize, size));
        expect(status, text).to.equal(200);
        expect(type).to.match(/^text\/plain/);
        const [signature] = parseSignatures(text);
        expect(signature?.name).to.equal(`${new URL(world.uri('')).host}/log/witness`);
        // The time and the signature of a cosignature.
        expect(signature?.bytes).to.have.length(72);
      }
    },
  },
  {
    section: 'P25',
    statement: 'gives the checkpoint that was cosigned last, with both signatures',
    holds: async (world) => {
      const log = await cosigned(world);
      const { text } = await add(world, await log.body(7, 13));
      const reply = await world.anonymous.get(addressOf(log));
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.text).to.equal(log.note(13) + text);
      expect(parseNote(reply.text).signatures).to.have.length(2);
      expect((await world.anonymous.get(addressOf(newLog()))).status).to.equal(404);
      expect((await world.anonymous.get(addressOf(new PartnerLog('unknown.example/log/1')))).status).to.equal(404);
      expect((await world.anonymous.get('/log/witness/none/checkpoint')).status).to.equal(404);
    },
  },
  ...each<(log: PartnerLog) => string | Promise<string>>(
    {
      'an older size': (log) => log.body(3, 13),
      'no size': (log) => log.body(0, 13),
      'a size that it has not seen': (log) => log.body(9, 13),
      'another root at the same size': (log) => new PartnerLog(log.origin, 'other').body(7, 7),
    },
    (body) => ({
      section: 'P25',
      statement: 'answers 409 with the size that it cosigned last',
      holds: async (world) => {
        const log = await cosigned(world);
        expect(await add(world, await body(log))).to.deep.equal({ status: 409, type: 'text/x.tlog.size', text: '7\n' });
        expect((await add(world, await log.body(7, 8))).status).to.equal(200);
      },
    }),
  ),
  ...each<(log: PartnerLog) => string | Promise<string>>(
    {
      'another history': (log) => new PartnerLog(log.origin, 'other').body(7, 13),
      'no proof': (log) => log.body(7, 13, { proof: [] }),
      'a proof too many': (log) => log.body(7, 7, { proof: [sha256('')] }),
    },
    (body) => ({
      section: 'P25',
      statement: 'answers 422 to a proof that does not hold, and has cosigned nothing',
      holds: async (world) => {
        const log = await cosigned(world);
        expect((await add(world, await body(log))).status).to.equal(422);
        expect((await world.anonymous.get(addressOf(log))).text).to.include(log.note(7));
      },
    }),
  ),
  {
    section: 'P25',
    statement: 'answers 404 to a log that it does not know',
    holds: async (world) => {
      const log = new PartnerLog('unknown.example/log/1');
      expect((await add(world, await log.body(0, 7))).status).to.equal(404);
    },
  },
  {
    section: 'P25',
    statement: 'answers 403 without a signature of the log: with another key, and with a wrong one',
    holds: async (world) => {
      const log = newLog();
      const other = new NoteSigner(log.origin, ED25519, keyFrom('another'));
      expect((await add(world, await log.body(0, 7, { checkpoint: log.note(7, other) }))).status).to.equal(403);
      const [text = '', lines = ''] = log.note(8).split('\n\n');
      const forged = `${text.replace('\n8\n', '\n9\n')}\n\n${lines}`;
      expect((await add(world, await log.body(0, 7, { checkpoint: forged }))).status).to.equal(403);
    },
  },
  ...each<(log: PartnerLog) => string | Uint8Array | Promise<string>>(
    {
      nothing: () => '',
      'no old size': (log) => log.note(7),
      'an old size of another form': (log) => `old 00\n\n${log.note(7)}`,
      'an old size beyond the checkpoint': (log) => log.body(9, 9).then((body) => body.replace('old 9', 'old 10')),
      'a hash that is none': (log) => `old 1\nAAAA\n\n${log.note(7)}`,
      '64 hashes': (log) => log.body(7, 13, { proof: Array.from({ length: 64 }, () => sha256('')) }),
      'no signature': (log) => `old 0\n\n${log.origin}\n7\n`,
      'bytes that are no text': () => Uint8Array.of(0x6f, 0xff, 0x0a, 0x0a),
    },
    (body) => ({
      section: 'P25',
      statement: 'answers 400 to a body that is malformed',
      holds: async (world) => {
        expect((await add(world, await body(logs[0] ?? newLog()))).status).to.equal(400);
      },
    }),
  ),
  {
    section: 'P25',
    statement: 'answers 413 to a body over 64 KB, and 405 to another method',
    holds: async (world) => {
      expect((await add(world, 'a'.repeat(64 * 1024 + 1))).status).to.equal(413);
      const reply = await world.anonymous.get('/log/witness/add-checkpoint');
      expect([reply.status, reply.headers.get('allow')]).to.deep.equal([405, 'POST']);
    },
  },
  {
    section: 'P25',
    statement: 'cosigns one of two rivals that come at once',
    holds: async (world) => {
      const log = await cosigned(world);
      const bodies = await Promise.all([8, 9, 10, 11, 12].map((size) => log.body(7, size)));
      const answers = await Promise.all(bodies.map((body) => add(world, body)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409]);
      const winner = 8 + answers.findIndex(({ status }) => status === 200);
      for (const { status, text } of answers) if (status === 409) expect(text).to.equal(`${winner}\n`);
    },
  },
];

conformance('witness of a log', statements, { env: { PROOF_WITNESSED: JSON.stringify(logs.map(({ vkey }) => vkey)) } });

conformance('no witness', [
  {
    section: 'P25',
    statement: 'without PROOF_WITNESSED there is none',
    holds: async (world) => {
      expect((await add(world, await (logs[0] ?? newLog()).body(0, 7))).status).to.equal(404);
      expect((await world.anonymous.get(addressOf(logs[0] ?? newLog()))).status).to.equal(404);
    },
  },
]);

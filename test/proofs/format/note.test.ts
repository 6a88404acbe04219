import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { parseCheckpoint, writeCheckpoint } from '../../../src/proofs/format/checkpoint.js';
import { FormatError } from '../../../src/proofs/format/format-error.js';
import {
  COSIGNATURE,
  ED25519,
  NoteSigner,
  parseNote,
  parseVkey,
  signedNote,
  verifierKey,
  verifySignatures,
  writeVkey,
} from '../../../src/proofs/format/note.js';
import { parseTlogProof, writeTlogProof } from '../../../src/proofs/format/tlog-proof.js';
import { keyFrom, logSigner, NOW, witness } from './support.js';

// The key and the note of the documentation of Go's golang.org/x/mod/sumdb/note.
const NEUMANN = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const NEUMANN_SEED = '810a1402d5146c8d84f2443330f54080ebf98ee17d9c74f6252fc5d5c7283173';
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const LINE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
// The checkpoint of C2SP tlog-cosignature, with a log's signature and a cosignature.
const CHECKPOINT = [
  'example.com/behind-the-sofa',
  '20852163',
  'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
  '',
  '— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=',
  '— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==',
  '',
].join('\n');

describe('signed notes (P8, C2SP signed-note)', () => {
  it('are written and verified as in Go', () => {
    const pkcs8 = Buffer.from(`302e020100300506032b657004220420${NEUMANN_SEED}`, 'hex');
    const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
    const signer = new NoteSigner('PeterNeumann', ED25519, key);
    expect(writeVkey(signer.key)).to.equal(NEUMANN);
    expect(signer.sign(TEXT, NOW)).to.equal(LINE);
    const { valid, invalid } = verifySignatures(parseNote(`${TEXT}\n${LINE}`), [parseVkey(NEUMANN)]);
    expect(valid.map(({ key: { name } }) => name)).to.deep.equal(['PeterNeumann']);
    expect(invalid).to.deep.equal([]);
  });

  it('hold the published key of the Go checksum database', () => {
    const text = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
    expect(writeVkey(parseVkey(text))).to.equal(text);
  });

  it('are read as in the example of cosignatures', () => {
    const { text, signatures } = parseNote(CHECKPOINT);
    expect(parseCheckpoint(text).size).to.equal(20852163);
    expect(signatures.map(({ name, bytes }) => [name, bytes.length])).to.deep.equal([
      ['example.com/behind-the-sofa', 64],
      ['witness.example.com/w1', 72],
    ]);
    expect(
      signedNote(
        text,
        signatures.map(({ line }) => line),
      ),
    ).to.equal(CHECKPOINT);
  });

  it('ignore signatures of unknown keys, also of the same name', () => {
    const other = new NoteSigner(logSigner.key.name, ED25519, keyFrom('another'));
    const note = parseNote(signedNote(TEXT, [other.sign(TEXT, NOW), logSigner.sign(TEXT, NOW)]));
    expect(verifySignatures(note, [logSigner.key])).to.deep.include({ invalid: [] });
    expect(verifySignatures(note, [witness.key])).to.deep.equal({ valid: [], invalid: [] });
  });

  it('name the keys whose signatures do not hold', () => {
    const note = parseNote(signedNote(`${TEXT}More.\n`, [logSigner.sign(TEXT, NOW), witness.sign(TEXT, NOW)]));
    const { valid, invalid } = verifySignatures(note, [logSigner.key, witness.key]);
    expect(valid).to.deep.equal([]);
    expect(invalid).to.deep.equal([logSigner.key, witness.key]);
  });

  it('have cosignatures with their time (C2SP tlog-cosignature)', () => {
    const note = parseNote(signedNote(TEXT, [witness.sign(TEXT, new Date('2026-11-22T09:30:01.999Z'))]));
    const [signature] = verifySignatures(note, [witness.key]).valid;
    expect(signature?.time?.toISOString()).to.equal('2026-11-22T09:30:01.000Z');
    const plain = new NoteSigner(witness.key.name, ED25519, keyFrom('the witness'));
    expect(plain.key.id).not.to.equal(witness.key.id);
  });

  for (const [what, note] of [
    ['without signatures', TEXT],
    ['without a blank line', `${TEXT}${LINE}`],
    ['with a line that is no signature', `${TEXT}\n${LINE}more\n`],
    ['with a hyphen for the dash', `${TEXT}\n${LINE.replace('—', '-')}`],
    ['that does not end with a line', `${TEXT}\n${LINE.trimEnd()}`],
    ['with a tab', `${TEXT}\tmore\n\n${LINE}`],
    ['with a carriage return', `${TEXT}\n${LINE.replace('\n', '\r\n')}`],
    ['with a lone surrogate', `${TEXT}\uD800\n\n${LINE}`],
    ['with base64 of another form', `${TEXT}\n${LINE.replace('JnAM=', 'JnAN=')}`],
    ['with a signature that is too short', `${TEXT}\n— a AAAA\n`],
    ['with 101 signatures', `${TEXT}\n${LINE.repeat(101)}`],
  ] as const) {
    it(`are not read ${what}`, () => {
      expect(() => parseNote(note)).to.throw(FormatError);
    });
  }

  for (const vkey of [
    '',
    'a+00000000',
    NEUMANN.replace('c74f20a3', 'c74f20a4'),
    NEUMANN.replace('PeterNeumann', 'Peter Neumann'),
    NEUMANN.replace('+AR', '+AS'),
    NEUMANN.replace('+AR', '+BR'),
    `${NEUMANN}A`,
  ]) {
    it(`have no key ${JSON.stringify(vkey)}`, () => {
      expect(() => parseVkey(vkey)).to.throw(FormatError);
    });
  }

  it('are not signed with a key of another kind, or under a name that no key may have', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(() => new NoteSigner('a', ED25519, privateKey)).to.throw(FormatError);
    for (const name of ['', 'a b', 'a+b', 'a\u00a0b', 'a\nb'])
      expect(() => verifierKey(name, COSIGNATURE, Buffer.alloc(32))).to.throw(FormatError);
  });
});

describe('checkpoints (P8, C2SP tlog-checkpoint)', () => {
  it('are written and read', () => {
    const { text } = parseNote(CHECKPOINT);
    expect(writeCheckpoint(parseCheckpoint(text))).to.equal(text);
    expect(parseCheckpoint(`${text}an extension\n`).extensions).to.deep.equal(['an extension']);
  });

  const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
  for (const text of [
    '',
    'a\n1\n',
    `a\n1\n${root}`,
    `\n1\n${root}\n`,
    `a\n01\n${root}\n`,
    `a\n-1\n${root}\n`,
    `a\n9007199254740993\n${root}\n`,
    `a\n1\n${root.slice(4)}\n`,
    `a\n1\n${root}\n\n`,
  ]) {
    it(`are not read from ${JSON.stringify(text)}`, () => {
      expect(() => parseCheckpoint(text)).to.throw(FormatError);
    });
  }
});

describe('proofs of an entry (P15, C2SP tlog-proof)', () => {
  const hashes = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

  it('are written and read', () => {
    const proof = writeTlogProof({ index: 41, hashes, checkpoint: CHECKPOINT });
    expect(proof).to.match(
      /^c2sp\.org\/tlog-proof@v1\nindex 41\nAQEB[A-Za-z0-9+/=]+\nAgIC[A-Za-z0-9+/=]+\n\nexample\.com\//,
    );
    expect(parseTlogProof(proof)).to.deep.equal({ index: 41, hashes, checkpoint: CHECKPOINT, extra: undefined });
    const withExtra = { index: 0, hashes: [], checkpoint: CHECKPOINT, extra: Buffer.from('more') };
    expect(parseTlogProof(writeTlogProof(withExtra))).to.deep.equal(withExtra);
  });

  for (const text of [
    '',
    `c2sp.org/tlog-proof@v2\nindex 1\n\n${CHECKPOINT}`,
    `c2sp.org/tlog-proof@v1\n\n${CHECKPOINT}`,
    `c2sp.org/tlog-proof@v1\nindex 01\n\n${CHECKPOINT}`,
    `c2sp.org/tlog-proof@v1\nindex 1\nAAAA\n\n${CHECKPOINT}`,
    `c2sp.org/tlog-proof@v1\nextra A\nindex 1\n\n${CHECKPOINT}`,
    `c2sp.org/tlog-proof@v1\nindex 1\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(64)}\n${CHECKPOINT}`,
    'c2sp.org/tlog-proof@v1\nindex 1\n',
  ]) {
    it(`are not read from ${JSON.stringify(text.slice(0, 40))}`, () => {
      expect(() => parseTlogProof(text)).to.throw(FormatError);
    });
  }
});

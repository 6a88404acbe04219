/** A log in memory for the tests of the formats. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { BUNDLE_FORMAT, type Bundle, disclosed, withheld } from '../../../src/proofs/format/bundle.js';
import { writeCheckpoint } from '../../../src/proofs/format/checkpoint.js';
import { type Hash, sha256 } from '../../../src/proofs/format/encoding.js';
import { COSIGNATURE, ED25519, NoteSigner, signedNote, writeVkey } from '../../../src/proofs/format/note.js';
import { entryOf, type LogRecord, writeRecord } from '../../../src/proofs/format/record.js';
import { contentOf, statementHash } from '../../../src/proofs/format/statements.js';
import { writeTlogProof } from '../../../src/proofs/format/tlog-proof.js';
import { type HashReader, inclusionProof, leafHash, rootOfHashes } from '../../../src/proofs/format/tree.js';
import { iri } from '../../../src/rdf/terms.js';

/** Reads the hashes of subtrees from those of all leaves. */
export function readerOf(leaves: readonly Hash[]): HashReader {
  return (subtrees) =>
    Promise.resolve(
      subtrees.map(({ level, index }) => rootOfHashes(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))),
    );
}

/** A key pair that is always the same for a text. */
export function keyFrom(text: string): KeyObject {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), sha256(text)]);
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
}

export const ORIGIN = 'node.example/log/1';
export const NOW = new Date('2026-11-22T09:30:01Z');
export const logSigner = new NoteSigner(ORIGIN, ED25519, keyFrom('the log'));
export const witness = new NoteSigner('partner.example/log/witness', COSIGNATURE, keyFrom('the witness'));

const GRAPH = iri('https://node.example/logistics-objects/piece-1/revisions/7');
const PIECE = '<https://node.example/logistics-objects/piece-1>';
const CARGO = 'https://onerecord.iata.org/ns/cargo#';

/** The statements of a revision, with their salts, in their order. */
export const statements = [
  `${PIECE} <${CARGO}goodsDescription> "Flowers" <${GRAPH}> .`,
  `${PIECE} <${CARGO}specialHandlingCodes> "PER" <${GRAPH}> .`,
  `${PIECE} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${CARGO}Piece> <${GRAPH}> .`,
].map((nquad, index) => ({ nquad, salt: sha256(`salt ${index}`).subarray(0, 16) }));

export const record: LogRecord = {
  kind: 'revision',
  graph: GRAPH,
  time: '2026-11-22T09:30:00.123Z',
  agent: iri('https://airline.example/logistics-objects/airline'),
  cause: iri('https://node.example/action-requests/4711'),
  salt: sha256('salt of the record').subarray(0, 16),
  content: contentOf(statements.map(({ salt, nquad }) => statementHash(salt, nquad))),
};

/** The bundle of a record at an index of a log with other entries. */
export async function bundleOf(
  of: LogRecord,
  statementsOfBundle: Bundle['statements'],
  { index = 41, size = 1203, cosigners = [witness] }: { index?: number; size?: number; cosigners?: NoteSigner[] } = {},
): Promise<Bundle> {
  const text = writeRecord(of);
  const leaves = Array.from({ length: size }, (_, at) =>
    leafHash(at === index ? entryOf(text) : sha256(`another entry ${at}`)),
  );
  const note = writeCheckpoint({ origin: ORIGIN, size, root: rootOfHashes(leaves) });
  const lines = [logSigner, ...cosigners].map((signer) => signer.sign(note, NOW));
  const hashes = await inclusionProof(index, size, readerOf(leaves));
  return {
    format: BUNDLE_FORMAT,
    graph: of.graph,
    record: text,
    statements: statementsOfBundle,
    proof: writeTlogProof({ index, hashes, checkpoint: signedNote(note, lines) }),
    keys: [writeVkey(logSigner.key)],
    superseded: false,
    erased: null,
  };
}

export const allDisclosed = (): Bundle['statements'] => statements.map(({ salt, nquad }) => disclosed(salt, nquad));

/** docs/examples/proof.json: one statement is withheld. */
export const exampleBundle = (): Promise<Bundle> =>
  bundleOf(
    record,
    statements.map(({ salt, nquad }, index) =>
      index === 1 ? withheld(statementHash(salt, nquad)) : disclosed(salt, nquad),
    ),
  );

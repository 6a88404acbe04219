/** The JSON schemas of the log and of proofs. */
import type { JsonValue, Schema } from '../openapi/types.js';

export const tag = {
  name: 'Proofs',
  description: 'The log of proofs: signed checkpoints, tiles, and proofs of entries.',
};

const hash = { type: 'string', description: 'SHA-256, as base64.' } as const;
const vkey = { type: 'string', description: 'A key as C2SP signed-note has it.' } as const;

export const schemas = {
  ProofLogDescription: {
    type: 'object',
    properties: {
      origin: { type: 'string' },
      prefix: { type: 'string', format: 'uri' },
      keys: {
        type: 'array',
        items: {
          type: 'object',
          properties: { key: vkey, from: { type: 'integer' }, until: { type: ['integer', 'null'] } },
          required: ['key', 'from', 'until'],
        },
      },
      witnesses: { type: 'array', items: vkey },
      earlier: {
        type: 'array',
        items: {
          type: 'object',
          properties: { origin: { type: 'string' }, prefix: { type: 'string', format: 'uri' } },
          required: ['origin', 'prefix'],
        },
      },
    },
    required: ['origin', 'prefix', 'keys', 'witnesses', 'earlier'],
  },
  ProofLogKeys: {
    type: 'object',
    description: 'A controller document with a Multikey for each key.',
    properties: { id: { type: 'string', format: 'uri' } },
    required: ['id', 'assertionMethod'],
  },
  LogConsistency: {
    type: 'object',
    properties: { from: { type: 'integer' }, to: { type: 'integer' }, hashes: { type: 'array', items: hash } },
    required: ['from', 'to', 'hashes'],
  },
  VerifiableCredential: {
    type: 'object',
    description: 'A Verifiable Credential 2.0 about a revision, with a Data Integrity proof.',
    properties: {
      '@context': { type: 'array' },
      id: { type: 'string', format: 'uri', description: 'The address of the revision.' },
      type: { type: 'array', items: { type: 'string' } },
      issuer: { type: 'string', format: 'uri', description: 'The controller document with the keys of the log.' },
      validFrom: { type: 'string', format: 'date-time', description: 'When the revision was made.' },
      credentialSubject: { type: 'object', description: "The object's JSON-LD.", additionalProperties: true },
      evidence: {
        type: 'object',
        description: 'The entry of the log that proves the revision.',
        properties: { id: { type: 'string', format: 'uri' }, type: { type: 'string', format: 'uri' } },
        required: ['id', 'type'],
      },
      proof: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'DataIntegrityProof' },
          cryptosuite: { type: 'string', const: 'eddsa-rdfc-2022' },
          verificationMethod: { type: 'string', format: 'uri', description: 'The key, in the document of the issuer.' },
          proofPurpose: { type: 'string', const: 'assertionMethod' },
          proofValue: { type: 'string', description: 'The signature, in Multibase.' },
        },
        required: ['type', 'cryptosuite', 'verificationMethod', 'proofPurpose', 'proofValue'],
      },
    },
    required: ['@context', 'id', 'type', 'issuer', 'validFrom', 'credentialSubject', 'evidence', 'proof'],
  },
  ProofBundle: {
    type: 'object',
    properties: {
      format: { type: 'string', const: 'cargograph-proof/v1' },
      graph: { type: 'string', format: 'uri' },
      record: { type: 'string', description: 'The log record: UTF-8 text.' },
      statements: {
        type: ['array', 'null'],
        items: {
          type: 'object',
          properties: {
            salt: { type: 'string', description: '16 bytes, as base64.' },
            nquad: { type: 'string', description: 'A canonical N-Quad.' },
            hash,
            erased: { type: 'boolean' },
          },
        },
      },
      proof: { type: 'string', description: 'A C2SP tlog-proof.' },
      keys: { type: 'array', items: vkey },
      superseded: { type: 'boolean' },
      erased: { type: ['object', 'null'], description: "The bundle of the erasure's entry." },
    },
    required: ['format', 'graph', 'record', 'statements', 'proof', 'keys', 'superseded', 'erased'],
  },
} as const satisfies Readonly<Record<string, Schema>>;

const exampleHash = 'Zm9ydHktdHdvIGJ5dGVzIG9mIGEgaGFzaCwgcGFkZGU=';
const exampleKey = 'node.example/log/1+1a2b3c4d+AVNhbXBsZSBrZXkgb2YgdGhpcnR5LXR3byBieXRlcyE=';

export const exampleCheckpoint = `node.example/log/1\n1203\n${exampleHash}\n\n— node.example/log/1 ${exampleHash}\n`;

export const exampleDescription = (base: string): JsonValue => ({
  origin: 'node.example/log/1',
  prefix: `${base}/log/1/`,
  keys: [{ key: exampleKey, from: 0, until: null }],
  witnesses: [],
  earlier: [],
});

export const exampleConsistency: JsonValue = { from: 40, to: 1203, hashes: [exampleHash] };

export const exampleBundle = (base: string): JsonValue => ({
  format: 'cargograph-proof/v1',
  graph: `${base}/logistics-objects/piece-1/revisions/1`,
  record: `cargograph-log/v1\nkind revision\ngraph ${base}/logistics-objects/piece-1/revisions/1\n`,
  statements: [{ hash: exampleHash }],
  proof: `c2sp.org/tlog-proof@v1\nindex 41\n\n${exampleCheckpoint}`,
  keys: [exampleKey],
  superseded: false,
  erased: null,
});

/** @param cargo the namespace of the data model. */
export const exampleCredential = (base: string, cargo: string): JsonValue => {
  const object = `${base}/logistics-objects/piece-1`;
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', { cargo }],
    id: `${object}/revisions/1`,
    type: ['VerifiableCredential'],
    issuer: `${base}/log/keys`,
    validFrom: '2026-11-22T09:30:00.123Z',
    credentialSubject: { id: object, type: 'cargo:Piece', 'cargo:upid': 'UPID-1' },
    evidence: { id: `${base}/log/1/entries/41`, type: `${base}/ns/extensions#LogEntry` },
    proof: {
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-rdfc-2022',
      verificationMethod: `${base}/log/keys#z6MkExample`,
      proofPurpose: 'assertionMethod',
      proofValue: 'zExample',
    },
  };
};

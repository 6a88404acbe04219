/** Verifies credentials as anybody can, offline: with a JSON-LD processor and Node's Ed25519, and nothing of the node. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import jsonld from 'jsonld';
import { z } from 'zod';

export const CONTEXT = 'https://www.w3.org/ns/credentials/v2';

const contextDocument: unknown = JSON.parse(
  readFileSync(new URL('../../ontology/contexts/credentials-v2.jsonld', import.meta.url), 'utf8'),
);

export type Members = Readonly<Record<string, unknown>>;

const members = z.record(z.string(), z.unknown());

/** The members of a value of JSON. */
export const membersOf = (value: unknown): Members => members.parse(value);

/** The canonical N-Quads of a document whose blank nodes have no labels of their own, in the order of their bytes. */
export async function canonicalLines(document: Members): Promise<string[]> {
  const options: object = {
    base: null,
    safe: true,
    documentLoader: (url: string) =>
      url === CONTEXT
        ? Promise.resolve({ documentUrl: url, document: contextDocument })
        : Promise.reject(new Error(`nothing is fetched: ${url}`)),
  };
  const text = await jsonld.canonize({ ...document }, options);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => Buffer.from(line))
    .sort((a, b) => Buffer.compare(a, b))
    .map(String);
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The bytes of a Multibase text in base58-btc. */
export function fromMultibase(text: string): Buffer {
  expect(text).to.match(/^z[1-9A-HJ-NP-Za-km-z]+$/);
  const digits = text.slice(1);
  let number = 0n;
  for (const digit of digits) number = number * 58n + BigInt(ALPHABET.indexOf(digit));
  const hex = number === 0n ? '' : number.toString(16);
  const zeros = /^1*/.exec(digits)?.[0].length ?? 0;
  return Buffer.from('00'.repeat(zeros) + (hex.length % 2 === 0 ? hex : `0${hex}`), 'hex');
}

const hashOf = async (document: Members): Promise<Buffer> =>
  createHash('sha256')
    .update((await canonicalLines(document)).map((line) => `${line}\n`).join(''))
    .digest();

/**
 * Whether the proof of a credential holds.
 *
 * @param keys the controller document of the issuer.
 */
export async function isProven(credential: Members, keys: Members): Promise<boolean> {
  const { proof, ...document } = credential;
  const { proofValue, ...options } = membersOf(proof);
  expect(options).to.include({
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    proofPurpose: 'assertionMethod',
  });
  const method = z
    .array(members)
    .parse(keys['assertionMethod'])
    .find(({ id }) => id === options['verificationMethod']);
  expect(method).to.include({ type: 'Multikey', controller: keys['id'] });
  expect(document['issuer']).to.equal(keys['id']);
  const multikey = fromMultibase(z.string().parse(method?.['publicKeyMultibase']));
  expect(multikey.subarray(0, 2).toString('hex')).to.equal('ed01');
  const x = multikey.subarray(2).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = Buffer.concat([
    await hashOf({ '@context': document['@context'], ...options }),
    await hashOf(document),
  ]);
  return verify(null, signed, key, fromMultibase(z.string().parse(proofValue)));
}

/** A copy in which the first text that has some words has others. */
export const altered = (credential: Members, from: string, to: string): Members => {
  const text = JSON.stringify(credential);
  expect(text).to.include(from);
  return membersOf(JSON.parse(text.replace(from, to)));
};

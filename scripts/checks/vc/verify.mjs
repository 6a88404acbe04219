/**
 * Verifies credentials offline with Digital Bazaar's libraries: it reads a list of `{ credential, keys, now }` and writes a
 * list of errors, null for a credential that holds.
 */
import { readFileSync } from 'node:fs';
import { stdout } from 'node:process';
import { contexts } from '@digitalbazaar/credentials-context';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { verifyCredential } from '@digitalbazaar/vc';

/** Contexts from the library, keys from the controller document, and nothing else. */
function loaderOf(keys) {
  const known = new Map([
    ...contexts,
    [keys.id, keys],
    ...keys.assertionMethod.map((method) => [
      method.id,
      { '@context': 'https://w3id.org/security/multikey/v1', ...method },
    ]),
  ]);
  return async (url) => {
    if (!known.has(url)) throw new Error(`nothing is fetched: ${url}`);
    return { contextUrl: null, documentUrl: url, document: known.get(url) };
  };
}

async function problemOf({ credential, keys, now }) {
  const suite = new DataIntegrityProof({ cryptosuite });
  const { verified, error, results } = await verifyCredential({
    credential,
    suite,
    documentLoader: loaderOf(keys),
    now: new Date(now),
  });
  if (verified) return null;
  const causes = [error, ...(error?.errors ?? []), ...(results ?? []).map((result) => result.error)];
  return (
    causes
      .map((cause) => cause?.message)
      .filter(Boolean)
      .join('; ') || 'not verified'
  );
}

const problems = [];
for (const asked of JSON.parse(readFileSync(0, 'utf8'))) problems.push(await problemOf(asked));
stdout.write(`${JSON.stringify(problems)}\n`);

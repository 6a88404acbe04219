/** The context of Verifiable Credentials, as the W3C publishes it (ontology/contexts). */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { KnownContexts } from '../../rdf/jsonld/canonical.js';
import type { Json } from '../../rdf/jsonld/json.js';

export const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2';

const file = new URL('../../../ontology/contexts/credentials-v2.jsonld', import.meta.url);

const json: z.ZodType<Json> = z.json();

let known: KnownContexts | undefined;

/** The contexts that a credential names by their address; read at the first call. */
export function credentialContexts(): KnownContexts {
  known ??= { [CREDENTIALS_CONTEXT]: z.record(z.string(), json).parse(JSON.parse(readFileSync(file, 'utf8'))) };
  return known;
}

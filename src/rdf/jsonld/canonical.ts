/** The canonical N-Quads of a JSON-LD document (RDFC-1.0), over which Data Integrity proofs are made (P18). */
import jsonld from '../../bundled/jsonld.js';
import { InputError } from '../input-error.js';
import { quote } from '../literals.js';
import type { JsonObject } from './json.js';

/** Documents of contexts by their URL: nothing is fetched. */
export type KnownContexts = Readonly<Record<string, JsonObject>>;

/**
 * The canonical N-Quads of a document, as the verifiers of Data Integrity make them: nothing of it may get lost.
 *
 * The library sorts by UTF-16 code units, not by code points as RDFC-1.0 demands: `sortStatements` gives the lines of a
 * document without labelled blank nodes their order.
 *
 * @throws InputError for a document that is not all statements.
 */
export async function canonicalDocument(document: JsonObject, contexts: KnownContexts): Promise<string> {
  // The processor's type declarations lack a null base and its safe mode.
  const options: object = {
    base: null,
    safe: true,
    rdfDirection: 'i18n-datatype',
    documentLoader: (url: string) => {
      const context = contexts[url];
      return context === undefined
        ? Promise.reject(new InputError(`The @context ${quote(url)} is unknown`))
        : Promise.resolve({ documentUrl: url, document: context });
    },
    canonizeOptions: { algorithm: 'RDFC-1.0' },
  };
  try {
    return await jsonld.canonize({ ...document }, options);
  } catch (error) {
    const isOfDocument = error instanceof Error && error.name.startsWith('jsonld.');
    throw isOfDocument ? new InputError(`The document loses statements: ${error.message}`, { cause: error }) : error;
  }
}

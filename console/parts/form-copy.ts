/** The form of a copy: what the record states, with the parts of a whole, without identifiers (K16). */
import { ask, Failure, N_TRIPLES, pathBelowBase, query } from '../core/index.js';
import { copyOf, withParts } from '../forms/copies.js';
import { classesIn, recordValues } from '../forms/record-values.js';
import type { FormObject } from '../forms/values.js';
import type { FormLibrary } from './form-library.js';
import { numberText } from './form-words.js';
import { mainType, parseNTriples, type Statement, typesOf } from './statements.js';

/** Statements of an object with what it links to; the forms of all classes in them. */
export interface Record {
  readonly uri: string;
  readonly statements: readonly Statement[];
  readonly classes: readonly string[];
}

/** @throws Failure for an object that may not be read. */
export async function readRecord(uri: string, isWhole: boolean, signal: AbortSignal): Promise<Record> {
  const path = pathBelowBase(uri) ?? '';
  const read = async (embedded: boolean): Promise<Statement[]> =>
    parseNTriples(
      (await ask(path + query({ embedded: embedded ? 'true' : undefined }), { accept: N_TRIPLES, signal })).text,
    );
  const statements = await read(isWhole).catch((thrown: unknown) => {
    // A whole that is too large to be read at once is copied without its parts.
    if (isWhole && thrown instanceof Failure && thrown.kind !== 'forbidden' && thrown.kind !== 'not-found')
      return read(false);
    throw thrown;
  });
  const classes = classesIn(statements).filter((type) => !type.endsWith('#LogisticsObject'));
  return { uri, statements, classes };
}

const NUMBERS = /#has(?:Latest)?Revision$/;

/** The values of an object in a record; the forms of its classes are there. */
export function valuesOf({ statements }: Pick<Record, 'statements'>, uri: string, library: FormLibrary): FormObject {
  return recordValues(
    statements.filter(({ p }) => !NUMBERS.test(p)),
    uri,
    { model: library, numberText, mainType: (types) => mainType(types) ?? '' },
  );
}

/** The form of a copy. */
export function copiedValues(record: Record, library: FormLibrary): FormObject {
  const read = (uri: string): FormObject | undefined =>
    typesOf(record.statements, uri).length === 0 ? undefined : valuesOf(record, uri, library);
  return copyOf(withParts(valuesOf(record, record.uri, library), read));
}

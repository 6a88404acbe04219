/** An object as loaded from the node: one revision and its number. */
import { type Answer, ask, type Failure, N_TRIPLES, query } from '../core/index.js';
import { labelOf, mainType, parseNTriples, type Statement, typesOf } from './statements.js';

export interface ObjectRevision {
  readonly statements: readonly Statement[];
  readonly number: number;
  readonly latest: number;
  readonly label: string | null;
  readonly type: string | null;
}

const NUMBERS = /#has(?:Latest)?Revision$/;

/**
 * Loads an object's latest or a past revision.
 *
 * @param path the path of the object, or of one of its revisions.
 */
export async function readObject(
  path: string,
  uri: string,
  at: string | undefined,
  signal: AbortSignal,
): Promise<ObjectRevision> {
  return readRevisionFrom(await ask(path + query({ at }), { accept: N_TRIPLES, signal }), uri);
}

/** The revision in an answer. */
export function readRevisionFrom({ text, headers }: Pick<Answer, 'text' | 'headers'>, uri: string): ObjectRevision {
  const statements = parseNTriples(text).filter(({ s, p }) => s !== uri || !NUMBERS.test(p));
  const number = Number(headers.get('revision'));
  return {
    statements,
    number,
    latest: Number(headers.get('latest-revision') ?? number),
    label: labelOf(statements, uri),
    type: mainType(typesOf(statements, uri)),
  };
}

/** Whether the node conceals the object: it does not exist, or the reader may not read it. */
export const isHidden = (failure: Failure): boolean => failure.kind === 'forbidden' || failure.kind === 'not-found';

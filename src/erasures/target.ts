/** What is to be erased, and why, as a body says it (P26). */
import { type ErasedKind, erasedKinds } from '../erasure-list/line.js';
import { type ErrorDetail, ServiceError } from '../errors.js';
import type { RequestContext } from '../http/request-context.js';
import type { ErasureReason } from '../rdf/erasure-terms.js';
import { type Iri, iri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { type ErasureBody, erasureBody } from './schemas.js';

export interface ErasureTarget {
  readonly kind: ErasedKind;
  readonly erased: Iri;
  /** Of an object: only this property (P29). */
  readonly property: Iri | undefined;
  /** The embedded node that has the property; undefined for the property wherever it is. */
  readonly subject: Iri | undefined;
}

export interface ErasureOrder {
  readonly target: ErasureTarget;
  readonly reason: ErasureReason;
  readonly comment: string | undefined;
  readonly isNotified: boolean;
  /** Of an erasure that was carried out before, and is in the list beside the store (P43): its URI and time. */
  readonly repeats?: { readonly uri: Iri; readonly at: Date } | undefined;
}

/** @throws ServiceError `invalid-body` with a detail for each wrong member. */
export async function readOrder(
  context: RequestContext,
  { namespaces }: Pick<Vocabulary, 'namespaces'>,
): Promise<ErasureOrder> {
  const { success, data, error } = erasureBody.safeParse(await context.json());
  if (success) return orderOf(data, namespaces.cargo);
  throw new ServiceError(
    'invalid-body',
    error.issues.flatMap((issue): ErrorDetail[] => {
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((name) => ({ message: `\`${name}\` is no member of an erasure`, property: name }));
      const name = issue.path.join('.');
      return [
        name === ''
          ? { message: 'the body must be a JSON object' }
          : { message: `\`${name}\`: ${issue.message}`, property: name },
      ];
    }),
  );
}

function orderOf(body: ErasureBody, cargo: string): ErasureOrder {
  const { reason, comment, notify = true, subject } = body;
  const property = body.property === undefined ? undefined : iri(body.property.replace(/^cargo:(?!\/)/, () => cargo));
  const named = erasedKinds.flatMap((kind) => {
    const erased = body[kind];
    return erased === undefined ? [] : [{ kind, erased, property, subject }];
  });
  if (property !== undefined && body.object === undefined) throw misplaced('property', 'object');
  if (subject !== undefined && property === undefined) throw misplaced('subject', 'property');
  const [target, other] = named;
  if (target !== undefined && other === undefined) return { target, reason, comment, isNotified: notify };
  throw new ServiceError('invalid-body', {
    message: `exactly one of ${erasedKinds.map((kind) => `\`${kind}\``).join(', ')} must be given`,
    property: other?.kind ?? 'object',
  });
}

const misplaced = (name: string, missing: string): ServiceError =>
  new ServiceError('invalid-body', { message: `\`${name}\` goes with \`${missing}\` only`, property: name });

/**
 * Applies Changes to a revision's graph (D19), and finds out at the submission of a Change whether its application would
 * fail (D63).
 */
import { RequestFailure } from '../action-requests/decisions.js';
import { type ErrorDetail, ServiceError } from '../errors.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Head } from '../logistics-objects/revisions.js';
import type { Model } from '../model/model.js';
import type { Violation } from '../model/validation/violation.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { type Iri, isIri, node, type Quad, triple } from '../rdf/terms.js';
import { rdfTerms, xsd } from '../rdf/vocabulary.js';
import { copyGraph, deleteData, insertData, update } from '../store/sparql.js';
import type { Transaction } from '../store/store.js';
import type { Change } from './change.js';
import {
  changedProperties,
  type ChangeStatements,
  orphaned,
  toStatements,
  unreadableNames,
} from './change-statements.js';

export interface AppliedChange {
  /** The statements of the latest revision and of the new one. */
  readonly before: Graph;
  readonly after: Graph;
  /** The properties of the object that differ. */
  readonly changed: readonly Iri[];
  /** Warnings of the operator's shapes about the new revision (D76). */
  readonly cautions: readonly Violation[];
}

/** The result of the checks before a Change is decided on (D63, D76). */
export interface Foresight {
  /** The certain reason why it cannot be accepted on this revision, if there is one. */
  readonly failure?: ServiceError;
  readonly cautions: readonly Violation[];
}

interface Problems {
  readonly problems: readonly (ErrorDetail | Violation)[];
  readonly cautions: readonly Violation[];
}

export class ChangeApplication {
  constructor(private readonly services: ExchangeServices) {}

  /** Writes the next revision's graph: a copy without the DELETE group and with the ADD group; orphaned nodes are deleted (D21). */
  async apply(tx: Transaction, head: Head, change: Change): Promise<AppliedChange> {
    const { uris } = this.services;
    const object = change.object;
    const from = uris.revision(object, head.latestRevision);
    const to = uris.revision(object, head.latestRevision + 1);
    const unreadable = unreadableNames(change, this.services.model);
    if (unreadable.length > 0) throw failure(unreadable);
    const plan = toStatements(change, this.services);
    const before = await tx.read(from);
    const deletions = await this.#present(tx, from, before, plan);
    const { types, missing } = await this.#linkTypes(plan, object, tx);
    if (missing.length > 0) throw failure(missing);
    const additions = [...plan.additions, ...types];
    await tx.update(update(copyGraph(from, to), deleteData(to, deletions), insertData(to, additions)));
    const orphans = orphaned(await tx.read(to), object);
    if (orphans.length > 0) await tx.update(update(deleteData(to, orphans)));
    const after = await tx.read(to);
    const { problems, cautions } = await this.#problems(after, object);
    if (problems.length > 0) throw failure(problems);
    return { before, after, changed: changedProperties(before, after, object), cautions };
  }

  /** The statements to delete, in the form of the graph; a missing one fails the Change (D19). */
  async #present(tx: Transaction, graph: Iri, before: Graph, { deletions }: ChangeStatements): Promise<Quad[]> {
    const found: Quad[] = [];
    const missing: ErrorDetail[] = [];
    for (const quad of deletions) {
      if (await tx.contains(graph, quad)) found.push(quad);
      else {
        const similar = sameText(before, quad);
        if (similar === undefined) missing.push(missingStatement(quad));
        else found.push(similar);
      }
    }
    if (missing.length > 0) throw failure(missing);
    return found;
  }

  /**
   * The types of linked objects, of which a transaction may have created some. An object of this node must exist (D19), and has its actual type whatever class the
   * Change names; any other object has the class that the Change names.
   */
  async #linkTypes(
    { links }: ChangeStatements,
    object: Iri,
    tx?: Transaction,
  ): Promise<{ types: Quad[]; missing: ErrorDetail[] }> {
    const { uris, revisions, vocabulary } = this.services;
    const missing: ErrorDetail[] = [];
    const types: Quad[] = [];
    for (const { target, type, property } of links) {
      if (target === object) continue;
      const isLocal = target.startsWith(`${uris.objects}/`);
      const stored = isLocal ? await revisions.head(target) : undefined;
      // The transaction may have created it.
      const head = stored ?? (isLocal && tx !== undefined ? await revisions.headIn(tx, target) : undefined);
      if (isLocal && head === undefined) {
        const message = 'this node has no Logistics Object with this URI to link to';
        missing.push({ message, resource: target, property });
      }
      const linkedType = head?.type ?? type;
      if (linkedType !== vocabulary.cargo.LogisticsObject.value)
        types.push(triple(node(target), rdfTerms.type, node(linkedType)));
    }
    return { types, missing };
  }

  async #problems(after: Graph, object: Iri): Promise<Problems> {
    const { model, lenient } = this.services;
    const types = after.types(node(object));
    const isClass = (type: Iri): boolean => !type.startsWith('internal:');
    if (types.length > 0 && types.every(isClass) && (lenient || model.isLogisticsObject(types))) {
      const { violations, cautions } = await model.findings(after, [node(object)]);
      return { problems: violations, cautions };
    }
    const message = 'the Change would leave the object without a type that inherits from LogisticsObject';
    return { problems: [{ message, resource: object }], cautions: [] };
  }

  /**
   * The result of accepting the Change on this revision (D63, D76).
   *
   * @param before the statements of the latest revision.
   * @throws ServiceError `unprocessable` for a property or class that the data model does not have.
   */
  async foresee(head: Head, before: Graph, change: Change): Promise<Foresight> {
    const { lenient, model } = this.services;
    const plan = toStatements(change, this.services);
    const { types, missing } = await this.#linkTypes(plan, change.object);
    // The linked object may be created before the decision.
    if (missing.length > 0) return { cautions: [] };
    const isPresent = plan.deletions.every((quad) => before.has(quad));
    // In memory: a copy in the engine, which compares literals by value, costs more than the rest of the submission.
    const { problems, cautions } = lenient
      ? { problems: [], cautions: [] }
      : await this.#problems(nextRevision(before, plan, types, change.object), change.object);
    const unknown = problems.filter((problem) => isUnknownName(problem, change, [...plan.additions, ...types], model));
    if (unknown.length > 0) throw new ServiceError('unprocessable', unknown);
    return isPresent && problems.length === 0 ? { cautions } : this.#try(head, change);
  }

  /**
   * Checks the names in the Change without the object, for a requestor that may not read it (D63, D73).
   *
   * @throws ServiceError `unprocessable` for a property or class that the data model does not have.
   */
  async assertKnownNames(change: Change): Promise<void> {
    const { lenient, model, uris } = this.services;
    if (lenient) return;
    const { additions, links } = toStatements(change, this.services);
    // An object of this node has its actual class, whatever the Change says.
    const types = links
      .filter(({ target }) => !target.startsWith(`${uris.objects}/`))
      .map(({ target, type }) => triple(node(target), rdfTerms.type, node(type)));
    const added = graphOf([...additions, ...types]);
    const subjects = new Map(Array.from(added, ({ subject }) => [subject.value, subject]));
    const { violations } = await model.findings(added, [...subjects.values()]);
    const unknown = violations.filter((problem) => isUnknownName(problem, change, [...added], model));
    if (unknown.length > 0) throw new ServiceError('unprocessable', unknown);
  }

  /** Applies the Change in a transaction that is rolled back. */
  async #try(head: Head, change: Change): Promise<Foresight> {
    const rolledBack = new Error('rolled back: the Change was applied as a test');
    const applied: AppliedChange[] = [];
    try {
      return await this.services.store.transact([], async (tx) => {
        applied.push(await this.apply(tx, head, change));
        throw rolledBack;
      });
    } catch (error) {
      if (error === rolledBack) return { cautions: applied.at(-1)?.cautions ?? [] };
      if (error instanceof RequestFailure) return { failure: error.error, cautions: [] };
      throw error;
    }
  }
}

/** Applies the Change to a revision; literals are compared by their lexical forms. */
function nextRevision(before: Graph, { deletions, additions }: ChangeStatements, types: Quad[], object: Iri): Graph {
  const deleted = graphOf(deletions);
  const after = graphOf([...Array.from(before).filter((quad) => !deleted.has(quad)), ...additions, ...types]);
  const orphans = graphOf(orphaned(after, object));
  return orphans.size === 0 ? after : graphOf(Array.from(after).filter((quad) => !orphans.has(quad)));
}

/** Whether a problem is a name that the Change itself brings and the data model does not have. */
function isUnknownName(
  problem: ErrorDetail | Violation,
  { operations }: Change,
  additions: readonly Quad[],
  model: Model,
): boolean {
  if (!('kind' in problem)) return false;
  if (problem.kind === 'unknown-property')
    return operations.some(({ op, p }) => op === 'ADD' && p === problem.property);
  if (problem.kind !== 'unknown-class') return false;
  return additions.some(
    ({ predicate, object }) => predicate.equals(rdfTerms.type) && isIri(object.value) && !model.isClass(object.value),
  );
}

/**
 * The statement that a DELETE means when its language tag differs from the graph's: text in a language is accepted as
 * xsd:string (D5), and a document's default language also tags texts without a language.
 */
function sameText(data: Graph, { subject, predicate, object }: Quad): Quad | undefined {
  if (object.termType !== 'Literal') return undefined;
  const isPlain = object.datatype.equals(xsd.string);
  if (!isPlain && object.language === '') return undefined;
  return Array.from(data.match(subject, predicate)).find(
    ({ object: other }) =>
      other.termType === 'Literal' &&
      other.value === object.value &&
      (isPlain ? other.language !== '' : other.datatype.equals(xsd.string)),
  );
}

function missingStatement({ subject, predicate, object }: Quad): ErrorDetail {
  const value = object.termType === 'Literal' ? JSON.stringify(object.value) : `<${object.value}>`;
  return {
    message: `the value ${value} to delete does not exist`,
    ...(isIri(predicate.value) && { property: predicate.value }),
    ...(isIri(subject.value) && { resource: subject.value }),
  };
}

function failure(details: readonly ErrorDetail[]): RequestFailure {
  return new RequestFailure(new ServiceError('unprocessable', details));
}

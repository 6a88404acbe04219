/** An object as GET gives it: a revision in a representation, cached, since it changes only with the latest one. */
import { hasFeature } from '../api-versions.js';
import type { TimeParameter } from '../http/query-parameters.js';
import { formName, type RepresentationFormat } from '../http/representation/negotiation.js';
import type { Graph } from '../rdf/graph.js';
import { node } from '../rdf/terms.js';
import type { Services } from '../services.js';
import { addRevisions, addTimeToLinks } from './embedding.js';
import type { RevisionBodies, RevisionBody } from './revision-bodies.js';
import type { Revision } from './revisions.js';

/** Whether a body states the object's revision and its latest one (V12). */
export function hasRevisions({ version }: RepresentationFormat): boolean {
  return hasFeature(version, 'revisionsInBody');
}

export class ObjectBodies {
  constructor(
    private readonly services: Pick<Services, 'model' | 'vocabulary' | 'representations'>,
    readonly bodies: RevisionBodies,
  ) {}

  /** @param at the time that was asked for, which the links then have (D45). */
  of(revision: Revision, form: RepresentationFormat, at: TimeParameter | undefined): Promise<RevisionBody> {
    return this.bodies.of(revision, this.keyOf(revision, form, at), (data) =>
      this.write(revision, data, [revision], form, at),
    );
  }

  /** Names a body of a revision. */
  keyOf({ head }: Revision, form: RepresentationFormat, at: TimeParameter | undefined): string {
    return `${formName(form)} ${at?.compact ?? ''} ${hasRevisions(form) ? head.latestRevision : ''}`;
  }

  /** @param revisions those of all objects in the data. */
  write(
    { head: { object } }: Revision,
    data: Graph,
    revisions: readonly Revision[],
    form: RepresentationFormat,
    at: TimeParameter | undefined,
  ): Promise<Buffer> {
    const { vocabulary, model, representations } = this.services;
    const numbered = hasRevisions(form) ? addRevisions(data, revisions, vocabulary) : data;
    const statements = at === undefined ? numbered : addTimeToLinks(numbered, object, at.compact, model);
    return representations.write({ root: node(object), data: statements }, form);
  }
}

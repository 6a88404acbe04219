/** Deletes what a partner has erased for a reason that binds this node, too (M68). */
import type { Iri } from '../../rdf/terms.js';
import type { Fetched } from '../fetching/fetch-object.js';
import { bindingReason } from '../fetching/tombstone.js';
import type { MirrorContext } from '../mirror-services.js';
import type { CopyHead } from './copy-facts.js';
import type { LegalHolds } from '../../legal-holds/legal-holds.js';
import type { Purging } from './purge.js';

export class Erasing {
  constructor(
    private readonly context: Pick<MirrorContext, 'settings' | 'log'>,
    private readonly purging: Purging,
    private readonly holds: Pick<LegalHolds, 'find'>,
  ) {}

  /** An object was erased: its copy is deleted although it is followed. Done again, it deletes what was left. */
  async object(
    { object, server }: CopyHead,
    { reason }: Extract<Fetched, { kind: 'erased' }>,
    lost: AbortSignal,
  ): Promise<void> {
    const binding = bindingReason(reason);
    if (!this.#isFollowed || binding === undefined) return;
    if ((await this.holds.find(object)) !== undefined) {
      this.context.log.warn(
        { server, object, reason },
        'the partner has erased an object, and its copy is under legal hold',
      );
      return;
    }
    const options = { lost, access: { kind: 'frozen', reason: 'erased' } } as const;
    await this.purging.erase({ copy: object, reason: binding, by: undefined }, options);
    this.context.log.info({ server, object, reason }, 'the partner has erased an object, and its copy is deleted');
  }

  /** An event was erased. */
  async event(object: Iri, graph: Iri, lost: AbortSignal): Promise<void> {
    if (this.#isFollowed && (await this.holds.find(object)) === undefined)
      await this.purging.event(object, graph, lost);
  }

  get #isFollowed(): boolean {
    return this.context.settings.mirror.erasure === 'follow';
  }
}

/** By what a copy is found in lists: the type, the label and the identifiers of what is shown of it. */
import { Identifiers } from '../../logistics-objects/identifiers.js';
import { ObjectLabels } from '../../logistics-objects/object-labels.js';
import { graphOf } from '../../rdf/graph.js';
import { extended, isIri, node } from '../../rdf/terms.js';
import type { GraphReader } from '../../store/store.js';
import { isAbout } from '../fetching/normal-form.js';
import type { MirrorContext } from '../mirror-services.js';
import type { CopyFacts } from './copy-facts.js';
import { asReceived } from './nodes.js';
import type { CopyProvenance } from './provenance.js';

export class VisibleNames {
  readonly #labels: ObjectLabels;
  readonly #identifiers: Identifiers;

  constructor(private readonly context: Pick<MirrorContext, 'uris' | 'model' | 'vocabulary'>) {
    const { cargo } = context.vocabulary.namespaces;
    [this.#labels, this.#identifiers] = [new ObjectLabels(cargo), new Identifiers(cargo)];
  }

  /** Those of a revision or variant that is stored. */
  async in(
    reader: GraphReader,
    { subject, object, url }: CopyProvenance,
  ): Promise<Pick<CopyFacts, 'type' | 'label' | 'identifiers'>> {
    const { uris, model } = this.context;
    const data = await reader.read(subject);
    const received = graphOf(asReceived(extended(uris.copyPrefix(object), '/nodes/'), data));
    const address = url.replace(/[?#].*$/s, '');
    const root = received.about(node(object)).length === 0 && isIri(address) ? address : object;
    const roots = new Set<string>([object, address]);
    const about = graphOf(Array.from(received).filter(({ subject: of }) => isAbout(of, roots)));
    const [type, ...others] = received.types(node(root));
    return {
      type: type && model.mostSpecific([type, ...others]),
      label: this.#labels.in(about, root) ?? undefined,
      identifiers: this.#identifiers.in(about, root),
    };
  }
}

/** The rules of `RETENTION`: after how many days what is erased (P45). */
import { type MessageType, messageTypes } from '../../messages/mapping/mappings.js';
import type { Model } from '../../model/model.js';
import { type Iri, iri } from '../../rdf/terms.js';
import type { Vocabulary } from '../../rdf/vocabulary.js';
import { type Settings, SettingsError } from '../../settings/settings.js';

const DAY_MS = 86_400_000;

export class RetentionRules {
  /** In days, by class of the model. */
  readonly #ofTypes: ReadonlyMap<Iri, number>;
  /** In days. */
  readonly ofMessages: ReadonlyMap<MessageType, number>;

  /** @throws SettingsError for a class that objects cannot have, and for an unknown message. */
  constructor(
    rules: Settings['retention'],
    private readonly model: Pick<Model, 'ancestors' | 'descendants' | 'isClass' | 'isLogisticsObject'>,
    { namespaces }: Pick<Vocabulary, 'namespaces'>,
  ) {
    const [ofTypes, ofMessages] = [new Map<Iri, number>(), new Map<MessageType, number>()];
    for (const [index, { type: named, message: name, days }] of rules.entries()) {
      if (named !== undefined) {
        const type = iri(named.replace(/^cargo:(?!\/)/, () => namespaces.cargo));
        if (!model.isClass(type) || !model.isLogisticsObject([type]))
          throw new SettingsError(
            `RETENTION.${index}.type: the data model has no Logistics Objects of the class ${type}`,
          );
        ofTypes.set(type, Math.max(days, ofTypes.get(type) ?? 0));
      }
      const message = messageTypes.find((one) => one === name);
      if (message !== undefined) ofMessages.set(message, Math.max(days, ofMessages.get(message) ?? 0));
      else if (name !== undefined)
        throw new SettingsError(`RETENTION.${index}.message: must be one of ${messageTypes.join(', ')}`);
    }
    this.#ofTypes = ofTypes;
    this.ofMessages = ofMessages;
  }

  get isEmpty(): boolean {
    return this.#ofTypes.size + this.ofMessages.size === 0;
  }

  /** The classes of all objects that a rule is about, subclasses included. */
  get types(): ReadonlySet<Iri> {
    return new Set(Array.from(this.#ofTypes.keys()).flatMap((type) => [type, ...this.model.descendants(type)]));
  }

  /** The days after which an object with these types goes: those of the longest rule; undefined if none is about it. */
  daysOf(types: Iterable<Iri>): number | undefined {
    const found = Array.from(types)
      .flatMap((type) => [type, ...this.model.ancestors(type)])
      .flatMap((type) => this.#ofTypes.get(type) ?? []);
    return found.length === 0 ? undefined : Math.max(...found);
  }

  /** The rules as one text, by which another setting is known. */
  toString(): string {
    return JSON.stringify([...this.#ofTypes, ...this.ofMessages].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}

/** The time until which something must not have changed to be as many days old. */
export const daysBefore = (at: Date, days: number): number => at.getTime() - days * DAY_MS;

/** Labels of classes, properties and codes in the ontologies. */
import type { Model } from '../model/model.js';
import { rdfs } from '../rdf/vocabulary.js';
import { humanName, localName } from './naming.js';
import type { TermLabel, TermLabelsAnswer } from './responses/labels.js';

/** The maximum number of labels in an answer: names already explain most terms. */
const MAX_LABELS = 5_000;
const MAX_LENGTH = 200;

/** The labels that differ from their terms' names. The ontologies do not change while the node runs. */
export function termLabels(model: Model): TermLabelsAnswer {
  const items: TermLabel[] = [];
  for (const name of ['cargo', 'api', 'code-lists'] as const)
    for (const { subject, object } of model.ontologyGraph(name).match(null, rdfs.label)) {
      const label = object.value.trim();
      if (subject.termType !== 'NamedNode' || object.termType !== 'Literal' || label === '') continue;
      if (humanName(localName(subject.value)).toLowerCase() === label.toLowerCase()) continue;
      if (items.length === MAX_LABELS) return { items, truncated: true };
      const language = object.language === '' ? null : object.language;
      items.push({ term: subject.value, label: label.slice(0, MAX_LENGTH), language });
    }
  return { items, truncated: false };
}

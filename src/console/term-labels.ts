/** Labels of classes, properties and codes: a clerk's words (K84), and those of the ontologies. */
import type { Model } from '../model/model.js';
import { wordLanguages, wordOfTerm } from '../model/words/words.js';
import { rdfs, rdfTerms } from '../rdf/vocabulary.js';
import { humanName, localName } from './naming.js';
import type { TermLabel, TermLabelsAnswer } from './responses/labels.js';

/** The maximum number of labels in an answer: names already explain most terms. */
const MAX_LABELS = 5_000;
const MAX_LENGTH = 200;

/**
 * The labels that differ from their terms' names; of a term's labels in one language the first is a clerk's. The
 * ontologies do not change while the node runs.
 */
export function termLabels(model: Model): TermLabelsAnswer {
  const items: TermLabel[] = wordsOf(model);
  for (const name of ['cargo', 'api', 'code-lists'] as const)
    for (const { subject, object } of model.ontologyGraph(name).match(null, rdfs.label)) {
      const label = object.value.trim();
      if (subject.termType !== 'NamedNode' || object.termType !== 'Literal' || label === '') continue;
      if (isName(subject.value, label)) continue;
      if (items.length === MAX_LABELS) return { items, truncated: true };
      const language = object.language === '' ? null : object.language;
      items.push({ term: subject.value, label: label.slice(0, MAX_LENGTH), language });
    }
  return { items, truncated: false };
}

const isName = (term: string, label: string): boolean =>
  humanName(localName(term)).toLowerCase() === label.toLowerCase();

/** A clerk's words for the terms of the data model and of the exchange. */
function wordsOf(model: Model): TermLabel[] {
  const terms = new Set<string>();
  for (const name of ['cargo', 'api'] as const)
    for (const { subject } of model.ontologyGraph(name).match(null, rdfTerms.type))
      if (subject.termType === 'NamedNode') terms.add(subject.value);
  return Array.from(terms).flatMap((term) =>
    wordLanguages.flatMap((language) => {
      const label = wordOfTerm(localName(term), language);
      return label === undefined || (language === 'en' && isName(term, label)) ? [] : [{ term, label, language }];
    }),
  );
}

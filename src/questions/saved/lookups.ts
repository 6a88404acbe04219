/** The lookup of saved questions in the order of their last change: by owner, and by those who see them. */
import type { Iri } from '../../rdf/terms.js';
import type { IndexedLookup, LookupScope } from '../../store/lookup.js';
import { readQuestion } from './saved-question.js';

/** The partition of the questions that all internal agents see. */
export const SHARED_QUESTIONS = 'internal';
/** The partition of the questions that their owners share with an agent. */
export const sharedWith = (agent: Iri): string => `for ${agent}`;

export interface QuestionLookups {
  readonly questions: IndexedLookup;
}

export function questionLookups({ index, uris }: LookupScope): QuestionLookups {
  return {
    questions: index({
      name: 'questions',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'question'),
      entries: (statements, graph) => {
        const saved = readQuestion(statements, graph);
        if (saved === undefined) return [];
        const { owner, visibility, agents, modified } = saved;
        const partitions = [
          owner,
          ...(visibility === 'internal' ? [SHARED_QUESTIONS] : []),
          ...(visibility === 'agents' ? agents.map(sharedWith) : []),
        ];
        return partitions.map((partition) => ({ partition, order: modified.getTime(), value: graph }));
      },
    }),
  };
}

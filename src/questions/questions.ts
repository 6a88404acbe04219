/** The questions that a caller may ask: saved ones, and those of the node. */
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { WordLanguage } from '../model/words/words.js';
import { builtInQuestions } from './builtin-questions.js';
import type { ResourceNames } from './cells.js';
import { inLanguage } from './languages.js';
import type { Question } from './question.js';
import type { SavedQuestion } from './saved/saved-question.js';
import type { SavedQuestions } from './saved/saved-questions.js';
import type { QuestionAnswer, QuestionItem, QuestionsAnswer } from './schemas.js';

/** A question that a caller may see. */
export interface FoundQuestion {
  readonly question: Question;
  /** Undefined for a question of the node. */
  readonly saved?: SavedQuestion;
}

export class Questions {
  constructor(
    private readonly saved: Pick<SavedQuestions, 'list' | 'find'>,
    private readonly labels: Pick<ResourceNames, 'label'>,
  ) {}

  /** @param view only saved views of the list at this path below /console; undefined: only questions. */
  async list(caller: Caller, language: WordLanguage, view: string | undefined): Promise<QuestionsAnswer> {
    const { questions, isWhole } = await this.saved.list(caller);
    const chosen = questions.filter((saved) =>
      view === undefined ? saved.view === null : saved.view !== null && pathOf(saved.view) === view,
    );
    const items = await Promise.all(chosen.map((saved) => this.#savedItem(saved, caller)));
    const builtIn =
      view === undefined ? [...builtInQuestions.values()].map((one) => builtInItem(inLanguage(one, language))) : [];
    return { items: [...items, ...builtIn], truncated: !isWhole };
  }

  /** @throws ServiceError `not-found`, also for one that the caller may not see. */
  async getOrThrow(id: string, caller: Caller, language: WordLanguage): Promise<FoundQuestion> {
    const builtIn = builtInQuestions.get(id);
    if (builtIn !== undefined) return { question: inLanguage(builtIn, language) };
    const saved = await this.saved.find(id, caller);
    if (saved === undefined) throw new ServiceError('not-found', 'there is no question of this id');
    return { question: saved.question, saved };
  }

  async withText({ question, saved }: FoundQuestion, caller: Caller): Promise<QuestionAnswer> {
    const item = saved === undefined ? builtInItem(question) : await this.#savedItem(saved, caller);
    return { ...item, sparql: question.sparql === '' ? null : question.sparql };
  }

  async #savedItem(
    { question, owner, visibility, agents, view, modified, revision }: SavedQuestion,
    caller: Caller,
  ): Promise<QuestionItem> {
    const isOwn = owner === caller.agent;
    return {
      ...itemOf(question),
      builtIn: false,
      owner,
      // What an owner reads does not depend on names: its tag is that of the question.
      ownerLabel: isOwn ? null : await this.labels.label(owner, caller),
      visibility,
      agents: isOwn ? [...agents] : [],
      view,
      modified: modified.toISOString(),
      revision,
    };
  }
}

/** The path of a saved view, without its filters. */
const pathOf = (view: string): string => view.split(/[?#]/, 1)[0] ?? view;

const itemOf = ({
  id,
  title,
  words,
  parameters,
  columns,
  chart,
  mirrored,
}: Question): Pick<QuestionItem, 'id' | 'title' | 'words' | 'parameters' | 'columns' | 'chart' | 'mirrored'> => ({
  id,
  title,
  words,
  parameters: parameters.map(({ options, ...parameter }) => ({
    ...parameter,
    ...(options && { options: [...options] }),
  })),
  columns: columns.map(({ name, label, kind }) => ({ name, label, kind })),
  chart,
  mirrored,
});

const builtInItem = (question: Question): QuestionItem => ({
  ...itemOf(question),
  builtIn: true,
  owner: null,
  ownerLabel: null,
  visibility: 'internal',
  agents: [],
  view: null,
  modified: null,
  revision: null,
});

/** The questions of the node, in the order of their list (K64). */
import type { BuiltInQuestion } from './question.js';
import { milestoneQuestions } from './builtin/milestones.js';
import { objectQuestions } from './builtin/objects.js';
import { requestQuestions } from './builtin/requests.js';

export const builtInQuestions: ReadonlyMap<string, BuiltInQuestion> = new Map(
  [...milestoneQuestions, ...requestQuestions, ...objectQuestions].map((question) => [question.id, question]),
);

/** Questions without SPARQL (K63 to K67). */
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import type { AnswerQuery } from '../sparql/answers.js';
import { Asking, type AskingServices } from './asking.js';
import { computedQuestions, type DeliveryParts } from './computed.js';
import { questionOperations } from './operations.js';
import { Questions } from './questions.js';
import { savedQuestionOperations } from './saved/operations.js';
import { SavedQuestions, type SavedQuestionServices } from './saved/saved-questions.js';

const tag = { name: 'Questions', description: 'Questions about the data, each with parameters, without SPARQL.' };

/** @param answer the answers to queries of the caller of a request. */
export function createQuestions(
  services: AskingServices & SavedQuestionServices,
  answer: AnswerQuery,
  deliveries: DeliveryParts,
): ModuleRoutes {
  const asking = new Asking(services, answer, computedQuestions(deliveries));
  const saved = new SavedQuestions(services);
  const questions = new Questions(saved, services.labels);
  return moduleRoutes(tag, [
    ...questionOperations(services, questions, asking),
    ...savedQuestionOperations(questions, saved, asking),
  ]);
}

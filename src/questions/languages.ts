/** Questions of the node in the language of a caller. */
import type { WordLanguage } from '../model/words/words.js';
import type { BuiltInQuestion, Question } from './question.js';

export function inLanguage(question: BuiltInQuestion, language: WordLanguage): Question {
  return {
    ...question,
    title: question.title[language],
    words: question.words[language],
    parameters: question.parameters.map((parameter) => ({
      ...parameter,
      label: parameter.label[language],
      options: parameter.options?.map(({ value, label }) => ({ value, label: label[language] })),
    })),
    columns: question.columns.map(({ words, ...column }) => ({
      ...column,
      label: column.label[language],
      words: words && Object.fromEntries(Object.entries(words).map(([value, word]) => [value, word[language]])),
    })),
  };
}

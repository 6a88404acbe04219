/** `GET /internal/lookup`: what a text names. */
import type { Resource } from '../../http/request-context.js';
import { invalidQuery } from '../../http/query-parameters.js';
import type { LookupAnswer } from '../responses.js';
import type { ConsoleServices } from '../services.js';
import { jsonAnswer } from './answer.js';

const MAX_RESULTS = 20;
/** The longest URI that this node gives is not longer. */
const MAX_TEXT = 2_000;

export function lookupRoutes({ find }: ConsoleServices): Resource[] {
  return [
    {
      path: '/internal/lookup',
      query: ['q', 'limit'],
      negotiatesItself: true,
      methods: {
        GET: async (context) => {
          const text = context.query.text('q')?.trim() ?? '';
          if (text === '') throw invalidQuery('q', 'is needed: what to look up');
          if (text.length > MAX_TEXT) throw invalidQuery('q', `must have at most ${MAX_TEXT} characters`);
          const limit = context.query.integer('limit', MAX_RESULTS);
          if (limit > MAX_RESULTS) throw invalidQuery('limit', `must be at most ${MAX_RESULTS}`);
          const answer: LookupAnswer = { items: await find.find(text, context.caller, limit) };
          return jsonAnswer(context, answer);
        },
      },
    },
  ];
}

/** `GET /internal/model` and `GET /internal/model/terms`: the data model that the node checks with, by name. */
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../errors.js';
import { invalidQuery } from '../../http/query-parameters.js';
import type { Resource } from '../../http/request-context.js';
import { ModelTerms } from '../model-terms.js';
import type { ModelAnswer } from '../responses/model.js';
import type { ConsoleServices } from '../services.js';
import { jsonAnswer } from './answer.js';

const MAX_NAME = 500;
const MAX_CACHED = 300;

export function modelRoutes({ model, settings }: Pick<ConsoleServices, 'model' | 'settings'>): Resource[] {
  let terms: ModelTerms | undefined;
  const cache = new LRUCache<string, ModelAnswer>({ max: MAX_CACHED });
  /** Made when it is first asked for: a node without visitors holds none of it. */
  const all = (): ModelTerms => (terms ??= new ModelTerms(model, settings.namespaces));
  return [
    {
      path: '/internal/model',
      negotiatesItself: true,
      methods: { GET: async (context) => Promise.resolve(jsonAnswer(context, all().names())) },
    },
    {
      path: '/internal/model/terms',
      query: ['name'],
      negotiatesItself: true,
      methods: {
        GET: async (context) => {
          const name = context.query.text('name')?.trim() ?? '';
          if (name === '') throw invalidQuery('name', 'is needed: a class, property or code');
          if (name.length > MAX_NAME) throw invalidQuery('name', `must have at most ${MAX_NAME} characters`);
          const answer = cache.get(name) ?? all().find(name);
          if (answer === undefined) throw new ServiceError('not-found', 'the data model has nothing of this name');
          cache.set(name, answer);
          return Promise.resolve(jsonAnswer(context, answer));
        },
      },
    },
  ];
}

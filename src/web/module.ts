import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Mementos } from '../logistics-objects/mementos.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import type { AnswerQuery } from '../sparql/answers.js';
import { readGraphStore } from './graph-store.js';
import { Graphs } from './graphs.js';
import { graphOperations } from './operations.js';
import { tag } from './schemas.js';
import { redirectingTimeGate } from './time-gate.js';
import { readTimeMap, TimeMaps } from './time-map.js';

/** The named graphs of the node at their addresses. */
export function createWeb(
  services: ExchangeServices,
  { mementos, answer }: { readonly mementos: Mementos; readonly answer: AnswerQuery },
): ModuleRoutes {
  const graphs = new Graphs(services);
  return moduleRoutes(tag, [
    ...graphOperations(services, { graphs, mementos }),
    redirectingTimeGate(services, mementos),
    readGraphStore(services, graphs, answer),
    readTimeMap(services, new TimeMaps({ ...services, links: mementos.links })),
  ]);
}

import { describeNoninterference } from '../sparql/noninterference/noninterference-suite.js';
import { engineWay } from '../sparql/noninterference/ways.js';
import { type SparqlEngineName, sparqlEngines, startOrSkip } from './support/sparql-engine.js';

for (const name of Object.keys(sparqlEngines) as SparqlEngineName[])
  describeNoninterference(name, (limits, context) => engineWay(() => startOrSkip(name, context), limits), 1_000);

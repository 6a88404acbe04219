import { describePartnersOverHttp } from '../sparql/engine/partner-http-suite.js';
import { describePartnerQueries } from '../sparql/engine/partner-suite.js';
import { type SparqlEngineName, sparqlEngines, startOrSkip } from './support/sparql-engine.js';

for (const name of Object.keys(sparqlEngines) as SparqlEngineName[]) {
  describePartnersOverHttp(name, async (context) => {
    const engine = await startOrSkip(name, context);
    return { env: engine.env, stop: () => engine.stop() };
  });

  describePartnerQueries(
    name,
    async (context) => {
      const engine = await startOrSkip(name, context);
      return { settings: engine.settings, stop: () => engine.stop() };
    },
    // Fuseki differs from the workers' engine where that differs from SPARQL (docs/analytics.md).
    name === 'oxigraph',
    4,
  );
}

import { expect } from 'chai';
import { EngineServer } from './engine-server.js';
import { describePartnersOverHttp } from './partner-http-suite.js';
import { describePartnerQueries } from './partner-suite.js';

describePartnersOverHttp('in this process', async () => {
  const server = await EngineServer.start();
  const { queryUrl, updateUrl } = server.settings;
  return {
    env: { SPARQL_ENGINE_URL: queryUrl, SPARQL_ENGINE_UPDATE_URL: updateUrl },
    stop: () => {
      // The answers were the engine's, not the worker's.
      expect(server.queries.filter(({ text }) => text.includes('urn:x-cargograph:access')).length).to.be.above(20);
      return server.stop();
    },
  };
});

describePartnerQueries(
  'in this process',
  async () => {
    const server = await EngineServer.start();
    return { settings: server.settings, stop: () => server.stop() };
  },
  true,
  1,
);

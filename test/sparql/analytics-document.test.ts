import { describeQuestions } from './analytics-document.js';
import { EngineServer } from './engine/engine-server.js';

describeQuestions('query workers', () => Promise.resolve({ env: {}, stop: () => Promise.resolve() }));

describeQuestions('SPARQL engine in this process', async () => {
  const server = await EngineServer.start();
  const env = { SPARQL_ENGINE_URL: server.settings.queryUrl, SPARQL_ENGINE_UPDATE_URL: server.settings.updateUrl };
  return { env, stop: () => server.stop() };
});

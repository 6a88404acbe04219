import { EngineServer } from './engine-server.js';
import { describePartnerQueries } from './partner-suite.js';

describePartnerQueries(
  'in this process',
  async () => {
    const server = await EngineServer.start();
    return { settings: server.settings, stop: () => server.stop() };
  },
  true,
);

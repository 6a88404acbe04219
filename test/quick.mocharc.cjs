/** What tells soonest that something broke, in less than half a minute: `npm run test:quick`. */
const folders = ['async', 'log', 'metrics', 'outbound', 'rdf', 'settings', 'tracing'];

module.exports = {
  ...require('../.mocharc.cjs'),
  spec: ['test/*.test.ts', ...folders.map((folder) => `test/${folder}/**/*.test.ts`)],
  ignore: ['test/**/*.process.test.ts'],
};

/** The conformance table and the exchange, with a PostgreSQL database for each node. */
const base = require('../../.mocharc.cjs');

module.exports = {
  ...base,
  require: [...base.require, 'test/engines/on-postgres.ts'],
  spec: ['test/conformance/*.test.ts', 'test/exchange/*.test.ts'],
  ignore: ['test/**/*.process.test.ts'],
  exit: true,
};

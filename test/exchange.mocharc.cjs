/**
 * The tests of the exchange between nodes, of SPARQL and of faults that need no process of their own: they wait for other
 * nodes, query workers and timers for most of their time, so that they run beside the other projects.
 */
module.exports = {
  ...require('../.mocharc.cjs'),
  spec: ['exchange', 'faults', 'sparql'].map((folder) => `test/${folder}/**/*.test.ts`),
  ignore: ['test/**/*.process.test.ts'],
};

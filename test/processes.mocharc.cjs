/**
 * The tests that start the program, or parts of it, as processes, and two that mostly start query workers, so that both
 * projects take about the same time (`npm test` prints it); with the one that compares all answers with the OpenAPI document.
 */
module.exports = {
  ...require('../.mocharc.cjs'),
  spec: [
    'test/**/*.process.test.ts',
    'test/sparql/datasets.test.ts',
    'test/sparql/workers.test.ts',
    'test/openapi/observed.test.ts',
  ],
  ignore: [],
  // A process that a failed test has left behind must not keep the run from its end.
  exit: true,
};

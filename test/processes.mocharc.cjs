/**
 * The tests that start the program, or parts of it, as processes, and one that mostly starts query workers, so that both
 * projects take about the same time; with the one that compares all answers with the OpenAPI document.
 */
module.exports = {
  ...require('../.mocharc.cjs'),
  spec: ['test/**/*.process.test.ts', 'test/sparql/datasets.test.ts', 'test/openapi/observed.test.ts'],
  ignore: [],
  // A process that a failed test has left behind must not keep the run from its end.
  exit: true,
};

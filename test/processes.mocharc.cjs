/**
 * The tests that start the program, or parts of it, as processes; with the one that compares all answers with the OpenAPI
 * document, so that the projects take about the same time (`npm test` prints it).
 */
module.exports = {
  ...require('../.mocharc.cjs'),
  spec: ['test/**/*.process.test.ts', 'test/openapi/observed.test.ts'],
  ignore: [],
  // A process that a failed test has left behind must not keep the run from its end.
  exit: true,
};

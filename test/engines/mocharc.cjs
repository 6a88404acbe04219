/** The tests on real engines, which take minutes: `npm run test:engines`. */
module.exports = {
  ...require('../../.mocharc.cjs'),
  spec: ['test/engines/**/*.engine.ts', 'test/cluster/**/*.engine.ts'],
  ignore: [],
  // An engine that a failed test has left behind must not keep the run from its end.
  exit: true,
};

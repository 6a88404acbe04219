/** The tests of the console in a browser: `npm run test:console`. */
module.exports = {
  ...require('../.mocharc.cjs'),
  spec: ['test/console/browser/*.console.ts'],
  ignore: [],
  // It ends what hangs: a test that goes over all pages takes minutes on a machine with other work.
  timeout: 900_000,
  exit: true,
};

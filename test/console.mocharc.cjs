/** The tests of the console in a browser: `npm run test:console`. */
module.exports = {
  ...require('../.mocharc.cjs'),
  spec: ['test/console/browser/*.console.ts'],
  ignore: [],
  timeout: 120_000,
  exit: true,
};

/** The run with Patroni, which takes minutes: `npm run test:ha`. */
module.exports = {
  ...require('../engines/mocharc.cjs'),
  spec: ['test/cluster/*.ha.ts'],
};

/** The files that the command line names: `npm test -- test/rdf/terms.test.ts`. */
module.exports = {
  ...require('../.mocharc.cjs'),
  spec: [],
  ignore: [],
  exit: true,
};

const { layers } = require('./scripts/layers.cjs');

/** The modules of layers, as a pattern of paths: a folder or a file. */
const pattern = (names) => `^src/(${names.join('|')})(/|\\.ts$)`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    ...layers.slice(0, -1).map((layer, index) => ({
      name: `below-${layers[index + 1][0]}`,
      comment: `${layer.join(', ')} must not import from a layer above`,
      severity: 'error',
      from: { path: pattern(layer) },
      to: { path: pattern(layers.slice(index + 1).flat()) },
    })),
    {
      name: 'every-module-has-a-layer',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: pattern(layers.flat()) },
    },
    {
      name: 'installed-or-bundled',
      comment: 'a library is in "dependencies", or src/bundled has a file for it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/bundled/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-stands-alone',
      comment: 'the client has jsonld and jose, and no other package (T34)',
      severity: 'error',
      from: { path: '^src/client/' },
      to: {
        pathNot: ['^src/client/', '^node_modules/(jsonld|@types/jsonld|jose)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-without-node',
      comment: 'browsers run the client; the receiver alone may know requests of Node.js (T33)',
      severity: 'error',
      from: { path: '^src/client/', pathNot: '^src/client/receiver' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'jsonld-is-bundled',
      comment: 'jsonld is installed for the client; the node has its bundle',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(client|bundled)/' },
      to: { path: '^node_modules/jsonld/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};

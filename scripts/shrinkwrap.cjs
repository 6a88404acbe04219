/**
 * Generates npm-shrinkwrap.json, the lock file of the package (`npm pack` runs it): the runtime packages in the tested
 * versions. If it listed development packages, an installation from a registry would include them.
 */
const { writeFileSync } = require('fs');
const { join } = require('path');
const { packages, ...lock } = require('../package-lock.json');

const { devDependencies: _, ...product } = packages[''];
const runs = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
writeFileSync(
  join(__dirname, '..', 'npm-shrinkwrap.json'),
  `${JSON.stringify({ ...lock, packages: { '': product, ...Object.fromEntries(runs) } }, undefined, 2)}\n`,
);

/**
 * Writes npm-shrinkwrap.json, the lock file that the package has (`npm pack` runs it): what runs, in the versions that were
 * tested. With the packages of development in it, whoever installs the package from a registry would get these, too.
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

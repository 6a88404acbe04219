/** Exits with one sentence if this version of Node.js is too old. Any version of Node.js can parse this file. */
const { engines } = require('../package.json');

const required = /\d+\.\d+/.exec(engines.node)[0];
const [major, minor] = process.versions.node.split('.').map(Number);
const [requiredMajor, requiredMinor] = required.split('.').map(Number);
if (major < requiredMajor || (major === requiredMajor && minor < requiredMinor)) {
  process.stderr.write('Cargograph needs Node.js ' + required + ' or newer; this is ' + process.versions.node + '.\n');
  process.exit(1);
}

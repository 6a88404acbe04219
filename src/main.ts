#!/usr/bin/env node
/**
 * The program's entry: checks the version of Node.js before anything is imported, because an older one fails on the first
 * module that it cannot parse or link. This file has only syntax that Node.js 12 can parse.
 */

/** As `engines` in package.json. */
const REQUIRED: readonly [major: number, minor: number] = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < REQUIRED[0] || (major === REQUIRED[0] && minor < REQUIRED[1])) {
  process.stderr.write(`Cargograph needs Node.js ${REQUIRED.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  void import('./process/program.js');
}

/**
 * The packages in a bundle. Their licences must accompany every copy, and a bill of materials has to name them
 * (sbom.cjs), because an installation of the bundle does not list them as packages.
 */
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('fs');
const { dirname, join, resolve } = require('path');

const LICENSE = /^(licen[cs]e|copying|notice)/i;

/** The texts of licences (by SPDX's names), for packages that name their licence and leave its text out. */
const texts = {
  ISC: (holder) => `ISC License

Copyright (c) ${holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`,
};

/** The folder and the manifest of a file's package; packages contain further manifests, without a name. */
function packageOf(file) {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name, version, license, author } = JSON.parse(readFileSync(manifest, 'utf8'));
    if (name !== undefined && version !== undefined) return { folder, id: `${name}@${version}`, license, author };
  }
  throw new Error(`${file} belongs to no package`);
}

function licenseText({ folder, id, license, author }) {
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim());
  if (found.length > 0) return found.join('\n\n');
  const holder = typeof author === 'string' ? author : author?.name;
  if (texts[license] === undefined || holder === undefined) throw new Error(`${id} has no licence text`);
  return texts[license](holder);
}

/** Each licence text once, below its packages. */
function licenses(packages) {
  const named = new Map();
  for (const each of packages) {
    const text = licenseText(each);
    named.set(text, [...(named.get(text) ?? []), `${each.id} (${each.license})`]);
  }
  return [...named].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`).join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * Writes the names (packages.json) and the licences (LICENSES.txt) of the bundled packages to their folder.
 *
 * @param metafiles esbuild's metafiles of the bundles.
 */
exports.writeThirdParties = function (root, folder, metafiles) {
  const packages = new Map();
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs))
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        // A package without a byte in the bundle is not part of it.
        if (bytesInOutput === 0 || !input.includes('node_modules/')) continue;
        const found = packageOf(resolve(root, input));
        packages.set(found.id, found);
      }
  const sorted = [...packages.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  writeFileSync(join(folder, 'packages.json'), `${JSON.stringify(sorted.map(({ id }) => id))}\n`);
  writeFileSync(join(folder, 'LICENSES.txt'), licenses(sorted));
};

/**
 * `node scripts/folder-imports.cjs [<folder of the repository>]` writes a picture (SVG) of the imports between the
 * folders and files directly below its src: a row imports from the columns, the number says how often. The order is
 * that of the layers, lowest first; imports within a layer or downwards are grey, imports upwards red.
 */
const { readdirSync, readFileSync } = require('fs');
const { dirname, join, relative } = require('path');
const { layers } = require('./layers.cjs');

const source = join(process.argv[2] ?? join(__dirname, '..'), 'src');
const cell = 17;
const margin = 150;

/** The folder or file directly below src that a path is of. */
const placeOf = (path) =>
  relative(source, path)
    .split(/[\\/]/)[0]
    .replace(/\.[jt]s$/, '');
const layerOf = (place) => layers.findIndex((layer) => layer.includes(place));
const text = (x, y, content, more = '') => `<text x="${x}" y="${y}" ${more}>${content}</text>`;

const places = [...new Set(readdirSync(source).map((entry) => placeOf(join(source, entry))))].sort(
  (a, b) => layerOf(a) - layerOf(b) || (a < b ? -1 : 1),
);
const counts = new Map();
for (const entry of readdirSync(source, { recursive: true })) {
  if (!entry.endsWith('.ts')) continue;
  const file = join(source, entry);
  for (const [, target] of readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)) {
    const names = JSON.stringify([placeOf(file), placeOf(join(dirname(file), target))]);
    counts.set(names, (counts.get(names) ?? 0) + 1);
  }
}

let upwards = 0;
const cells = [];
for (const [names, count] of counts) {
  const [from, to] = JSON.parse(names);
  if (from === to) continue;
  const isUpwards = layerOf(to) > layerOf(from);
  if (isUpwards) upwards += count;
  const x = margin + places.indexOf(to) * cell;
  const y = margin + places.indexOf(from) * cell;
  const colour = isUpwards ? '#c1121f' : '#dde3ea';
  cells.push(`<rect x="${x}" y="${y}" width="${cell}" height="${cell}" fill="${colour}"/>`);
  const ink = isUpwards ? '#fff' : '#1b2733';
  cells.push(text(x + cell / 2, y + 12, count, `text-anchor="middle" font-size="8" fill="${ink}"`));
}
const size = margin + places.length * cell + 30;
const names = places.flatMap((place, index) => {
  const at = margin + index * cell + 12;
  return [
    text(margin - 6, at, place, 'text-anchor="end"'),
    text(0, 0, place, `transform="translate(${at} ${margin - 6}) rotate(-60)"`),
    `<rect x="${margin + index * cell}" y="${at - 12}" width="${cell}" height="${cell}" fill="#8d99a6"/>`,
  ];
});
process.stdout.write(
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size + 20}" font-family="sans-serif" font-size="10">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...names,
    ...cells,
    text(margin, size + 8, `${places.length} folders and files of src; ${upwards} imports upwards (red)`),
    '</svg>\n',
  ].join('\n'),
);

/**
 * `npm run check:ontology`: whether OWL API, the library of Protégé, reads the shipped ontologies as OWL 2 DL, with
 * each property of one kind. `npm run check:ontology -- model.ttl` checks other files.
 */
import { fileURLToPath } from 'node:url';
import { shippedFiles } from '../../src/model/files.js';
import { check, owlApi, Tally } from './tools.js';

/**
 * xsd:duration is not an OWL 2 datatype and cannot be declared as one: a property of durations always has this
 * violation.
 */
const isKnown = (violation: string): boolean => violation.startsWith('Use of undeclared datatype: xsd:duration ');

await check(() => {
  const { cargo, api, codeLists } = shippedFiles;
  const named = process.argv.slice(2);
  const files = named.length > 0 ? named : [cargo, api, codeLists].map((file) => fileURLToPath(file));
  const violations = new Tally();
  let known = 0;
  let ofBothKinds = 0;
  for (const line of owlApi(files).trim().split('\n')) {
    const [kind, first = '', second = '', ...counts] = line.split('\t');
    if (kind === 'file') {
      const [data = '', both = '', classes = ''] = counts;
      ofBothKinds += Number(both);
      console.log(`${first}: ${second} object and ${data} data properties (${both} are both), ${classes} classes`);
    } else if (isKnown(second)) known++;
    else violations.add(first, second);
  }
  console.log(`${violations.total} violations of OWL 2 DL, and ${known} of xsd:duration`);
  violations.print();
  return Promise.resolve(violations.total === 0 && ofBothKinds === 0);
});

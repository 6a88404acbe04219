import type { modelTexts as english } from '../model.js';
import { plural } from '../../core/index.js';

export const modelTexts: typeof english = {
  title: 'Datenmodell',
  kinds: { class: 'Klasse', property: 'Eigenschaft', code: 'Code' },
  deprecated: 'Veraltet',
  missing: 'Das Datenmodell dieses Knotens hat keinen solchen Begriff.',
  missingHint:
    'Eine Klasse (Piece), eine Eigenschaft (grossWeight), eine Codeliste (StatusCode) oder ein Code (ARR), groß oder klein geschrieben.',
  truncated: 'Mehr heißen so: Schreiben Sie einen Code mit seiner Liste, etwa StatusCode#ARR.',
  iri: 'IRI',
  parents: 'Erbt von',
  children: 'Vererbt an',
  lists: 'Aus',
  range: 'Werte',
  requirement: 'Geprüft',
  anyValue: 'beliebig',
  usedBy: 'Eigenschaft von',
  valueOf: 'Wert von',
  properties: (count) => plural(count, 'Eigenschaft', 'Eigenschaften'),
  propertiesHint: 'Diese Eigenschaften prüft der Knoten. Er speichert auch andere: Das Modell ist offen.',
  propertiesOf: (name) => `Eigenschaften von ${name}`,
  property: 'Eigenschaft',
  count: 'Anzahl',
  from: 'Geerbt von',
  codes: (count) => plural(count, 'Code', 'Codes'),
  codesOf: (name) => `Codes von ${name}`,
  open: 'Auch andere Codes werden angenommen.',
  closed: 'Kein anderer Code wird angenommen.',
  firstCodes: (count) => `Die ersten ${count}:`,
};

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { MappingError } from '../../src/messages/mapping/mapping-error.js';
import { loadMappings } from '../../src/messages/mapping/mappings.js';
import { standardNamespaces } from '../../src/rdf/vocabulary.js';
import { shippedModel } from '../model/support.js';
import { valuesAt } from './places.js';
import { mappingOf, messageOf, readAndDescribe, required, statementsOf } from './support.js';

const shipped = fileURLToPath(new URL('../../mappings', import.meta.url));

describe('The tables of messages', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mappings-'));
    cpSync(shipped, folder, { recursive: true });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function change(file: string, from: string, to: string): void {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).to.include(from);
    writeFileSync(join(folder, file), text.replace(from, to));
  }

  for (const [what, file, from, to, expected] of [
    [
      'a property',
      'xfwb.tsv',
      'Waybill#shippingRefNo',
      'Waybill#shipingRefNo',
      /^xfwb\.tsv, line \d+: .*no property shipingRefNo/,
    ],
    [
      'a class',
      'xfhl.tsv',
      'Shipment#goodsDescription',
      'Shipmnt#goodsDescription',
      /^xfhl\.tsv, line \d+: .*no class Shipmnt/,
    ],
    [
      'a code list',
      'xfsu.tsv',
      'code:ServiceCode',
      'code:ServisCode',
      /^xfsu\.tsv, line \d+: .*no code list ServisCode/,
    ],
    ['a value', 'codes.tsv', 'cargo:BULK', 'cargo:BULKY', /^codes\.tsv, line \d+: .*no value BULKY/],
    ['a type', 'xfzb.tsv', '\ttext\t', '\ttexts\t', /^xfzb\.tsv, line \d+: "texts" is no type/],
    [
      'a row above',
      'xfwb.tsv',
      'Waybill/MasterConsignment/ID',
      'Waybill/Consignment/ID',
      /no row above Waybill\/Consignment\/ID/,
    ],
  ] as const)
    it(`are refused with the line that names ${what} which is not there`, async () => {
      const model = await shippedModel();
      change(file, from, to);
      expect(() => loadMappings(model, standardNamespaces, folder)).to.throw(MappingError, expected);
    });

  it('are the mapping: a row that is changed puts the value elsewhere', async () => {
    const model = await shippedModel();
    change('xfwb.tsv', 'Waybill#shippingRefNo', 'Waybill#shippingInfo');
    const mappings = loadMappings(model, standardNamespaces, folder);
    const xml = messageOf(mappingOf(mappings, 'XFWB'), { ...required.XFWB, 'MasterConsignment/ID': 'REF1' });
    const graph = statementsOf(readAndDescribe(xml, mappings).description);
    expect(valuesAt(graph, 'Waybill#shippingInfo')).to.deep.equal(['REF1']);
    expect(valuesAt(graph, 'Waybill#shippingRefNo')).to.deep.equal([]);
  });
});

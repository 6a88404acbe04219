/** Values of messages that a shape of the operator refuses (X54). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { cargo, member } from '../support/node.js';
import { TestContext } from '../support/world.js';
import { postXml, send, waybillValues, xml } from './node.js';

const NAME = 'MasterConsignment/ConsignorParty/Name';
const GROSS = 'MasterConsignment/IncludedTareGrossWeightMeasure';
const ISSUED = 'MessageHeaderDocument/IssueDateTime';

const shapes = `
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix cargo: <${cargo}> .
@prefix : <https://node.example/shapes#> .
:Company a sh:NodeShape ; sh:targetClass cargo:Company ;
  sh:property [ sh:path cargo:name ; sh:maxLength 12 ; sh:message "Names have at most 12 characters." ] .
:Weight a sh:NodeShape ; sh:targetClass cargo:Shipment ;
  sh:property [ sh:path ( cargo:totalGrossWeight cargo:numericalValue ) ; sh:maxExclusive "1000000"^^<http://www.w3.org/2001/XMLSchema#double> ;
    sh:message "Nothing weighs so much." ] .
`;

describe('A value of a message that a shape refuses', () => {
  let world: TestContext;
  const folder = mkdtempSync(join(tmpdir(), 'message-shapes-'));
  before(async () => {
    const file = join(folder, 'shapes.ttl');
    writeFileSync(file, shapes);
    world = await TestContext.start({ env: { SHAPES_FILES: file } });
  });
  after(async () => {
    await world.stop();
    rmSync(folder, { recursive: true });
  });

  it('is left out of a new object and of a Change, and the rest is taken', async () => {
    const values = { ...waybillValues, [NAME]: 'A very long name' };
    const first = await send(world.holder, 'XFWB', values);
    const refused = first.unmapped.map(({ path, value, reason, message }) => [path, value, reason, message]);
    expect(refused).to.deep.equal([
      [`/Waybill/${NAME}`, 'A very long name', 'refused', 'Names have at most 12 characters.'],
    ]);
    const company = '/logistics-objects/awb-125-30000001-shp';
    expect(member(await world.read(company), 'cargo:name')).to.equal(undefined);
    await send(world.holder, 'XFWB', { ...values, [NAME]: 'ACME', [ISSUED]: '2021-03-11T10:00:00Z' });
    expect(member(await world.read(company), 'cargo:name')).to.equal('ACME');
    const later = { ...values, [NAME]: 'Another long name', [GROSS]: '77', [ISSUED]: '2021-03-12T10:00:00Z' };
    const third = await send(world.holder, 'XFWB', later);
    expect(third.unmapped.map(({ reason }) => reason)).to.deep.equal(['refused']);
    expect(member(await world.read(company), 'cargo:name')).to.equal('ACME');
    const weight = member(await world.read('/logistics-objects/awb-125-30000001-shipment'), 'cargo:totalGrossWeight');
    expect(JSON.stringify(weight)).to.include('77');
  });

  it('refuses the message with `strict`, and nothing of it is stored', async () => {
    const values = { ...waybillValues, 'BusinessHeaderDocument/ID': '125-30000011', [NAME]: 'A very long name' };
    const reply = await postXml(world.holder, await xml('XFWB', values), '?strict=true');
    expect(reply.status, reply.text).to.equal(422);
    expect(reply.text).to.include('Names have at most 12 characters.');
    expect((await world.holder.get('/logistics-objects/awb-125-30000011')).status).to.equal(404);
  });

  it('is found below embedded objects', async () => {
    const values = { ...waybillValues, 'BusinessHeaderDocument/ID': '125-30000022', [GROSS]: '2000000' };
    const report = await send(world.holder, 'XFWB', { ...values, [NAME]: 'ACME' });
    expect(report.unmapped.some(({ reason }) => reason === 'refused')).to.equal(true);
    expect((await world.holder.get('/logistics-objects/awb-125-30000022-shipment')).status).to.equal(200);
  });
});

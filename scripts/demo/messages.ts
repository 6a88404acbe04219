/** The act of the forwarder without a node, which sends Cargo-XML messages to the airline. */
import { strict as assert } from 'node:assert';
import { sampleMessages } from '../sample-messages.js';
import type { Caller, Node } from './parties.js';
import { at, chapter, expectStatus, list, step } from './transcript.js';

export async function messages(node: Node, airline: Caller): Promise<void> {
  chapter('Another forwarder has no node: it sends the airline Cargo-XML messages');
  const sent = await sampleMessages();
  const xml = (name: string): string => {
    const message = sent.find((one) => one.name === name);
    assert.ok(message, `there is no ${name}`);
    return message.xml;
  };
  const send = async (name: string): Promise<unknown> =>
    expectStatus(await airline.sendMessage(node, xml(name)), 201, name).body;

  const dry = expectStatus(await airline.sendMessage(node, xml('1-xfwb.xml'), '?dry-run=true'), 200, 'the dry run');
  assert.equal(at(dry.body, 'outcome'), 'dry-run');
  const waybill = await send('1-xfwb.xml');
  const objects = list(at(waybill, 'created')).length;
  assert.equal(list(at(dry.body, 'created')).length, objects);
  const left = list(at(waybill, 'unmapped')).map(
    (value) => `${String(at(value, 'path'))}: ${String(at(value, 'reason'))}`,
  );
  step(
    `an XFWB becomes ${objects} objects; ${String(at(waybill, 'values', 'mapped'))} of its values have a place, and the report names the others`,
    ...left,
  );

  const updated = await send('5-xfwb-update.xml');
  const [change] = list(at(updated, 'changed')).filter((one) => String(at(one, 'object')).endsWith('-shipment'));
  assert.equal(at(change, 'revision'), 2);
  step('a corrected weight is one change of the shipment', String(at(change, 'request')));

  const again = expectStatus(await airline.sendMessage(node, xml('5-xfwb-update.xml')), 200, 'the same message');
  assert.equal(at(again.body, 'outcome'), 'duplicate');
  step('the same message again changes nothing');

  const status = await send('6-xfsu-dep.xml');
  const [event] = list(at(status, 'events'));
  step('an XFSU is an event of the shipment: departed', String(event));

  const shipment = String(at(change, 'object'));
  const [number] = await airline.select(
    node,
    `SELECT ?id WHERE {
      GRAPH ?provenance { ?revision prov:specializationOf <${shipment}> ; api:hasRevision 2 ; prov:wasDerivedFrom ?message }
      GRAPH ?message { ?message <${node.url}/ns/extensions#messageId> ?id }
    }`,
    {},
  );
  assert.equal(number, '123-10000001_2');
  step('one query says which message made revision 2', number);
}

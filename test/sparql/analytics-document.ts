import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { z } from 'zod';
import { add, remove } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import { aclBody, respondWith, dateTime, Receiver, subscribe, partyFor } from '../support/exchange.js';
import { bodyExample, Description, descriptionOf } from '../openapi/description.js';
import { cargo, context } from '../support/node.js';
import { type JsonObject, TestContext } from '../support/world.js';
import { engineReady, type OpenedEngine } from './engine/query-suite.js';
import { ask, rows } from './support.js';

const DOCUMENT = new URL('../../docs/analytics.md', import.meta.url);
const STATUS = 'https://onerecord.iata.org/ns/code-lists/StatusCode#';

/** A row with its numbers and durations in one form: engines write the same value in different ways. */
function byValue(row: string): string {
  return row
    .split(' ')
    .map((cell) => (/^-?[0-9]+\.[0-9]+(?:e[0-9]+)?$/i.test(cell) ? String(Number(cell)) : cell))
    .map((cell) => cell.replace(/^(P\S*?)(?:(?<!\d)0M)?0\.000S$/, (_, rest: string) => (rest === 'PT' ? 'PT0S' : rest)))
    .join(' ');
}

/**
 * The questions of docs/analytics.md, as they stand there, on a day at a small forwarder.
 *
 * @param open starts what answers them, and gives the settings for it.
 */
export function describeQuestions(name: string, open: () => Promise<OpenedEngine>): void {
  describe(`The questions of docs/analytics.md (${name})`, () => {
    let engine: OpenedEngine;
    let world: TestContext;
    let clock: TestClock;
    const questions = new Map<number, string>();
    let backlogScript = '';

    const uri = (id: string): string => world.uri(`/logistics-objects/${id}`);
    const question = (number: number): string =>
      (questions.get(number) ?? '').replaceAll('http://localhost:8080', world.node.url);
    const answer = async (number: number, at?: string): Promise<string[]> => {
      const found = await rows(world.holder, question(number), at === undefined ? {} : { at });
      const isOwn = engine.env['SPARQL_ENGINE_URL'] === undefined;
      const written = isOwn ? found : found.map(byValue);
      return written.map((row) =>
        row.replaceAll(`${world.node.url}/logistics-objects/`, '').replaceAll(cargo, 'cargo:'),
      );
    };
    const weight = (kilograms: number): JsonObject => ({
      '@type': 'cargo:Value',
      'cargo:numericalValue': kilograms,
      'cargo:unit': { '@id': 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM' },
    });
    async function happened(id: string, code: string, time: string): Promise<void> {
      const reply = await world.holder.post(`/logistics-objects/${id}/logistics-events`, {
        '@context': context,
        '@type': 'cargo:LogisticsEvent',
        'cargo:eventCode': { '@id': STATUS + code },
        'cargo:eventDate': dateTime(`2026-03-01T${time}Z`),
      });
      expect(reply.status, reply.text).to.equal(201);
    }

    before(async () => {
      const text = await readFile(DOCUMENT, 'utf8');
      for (const [, number, query] of text.matchAll(/^## (\d+)\..*?^```sparql\n(.*?)^```/gms)) {
        questions.set(Number(number), query ?? '');
      }
      backlogScript = /node -e '\n(.*?)^'/ms.exec(text)?.[1] ?? '';

      clock = new TestClock('2026-03-01T10:00:00.000Z');
      engine = await open();
      world = await TestContext.start({ clock, env: engine.env });
      if (engine.env['SPARQL_ENGINE_URL'] !== undefined) await engineReady(world);
      const { holder, partner, otherPartner: otherPartner } = world;
      await world.piece({ '@id': uri('piece-1'), 'cargo:goodsDescription': 'Drills', 'cargo:grossWeight': weight(20) });
      await world.piece({ '@id': uri('saws'), 'cargo:goodsDescription': 'Saws' });
      const asSpecified = { '@type': 'cargo:Value', 'cargo:value': 7, 'cargo:unit': 'KGM' };
      await world.piece({ '@id': uri('nails'), 'cargo:goodsDescription': 'Nails', 'cargo:grossWeight': asSpecified });
      // What /docs offers for the first object.
      const described = new Description(await descriptionOf(world.node.url)).operations;
      const create = described.find(({ operation }) => operation.operationId === 'createLogisticsObject');
      const example = create && bodyExample(create);
      const oranges = { ...z.record(z.string(), z.unknown()).parse(example), '@id': uri('oranges') };
      expect((await holder.post('/logistics-objects', oranges)).status).to.equal(201);
      await world.create({
        '@type': 'cargo:Shipment',
        '@id': uri('shipment-1'),
        'cargo:goodsDescription': 'Tools',
        'cargo:pieces': [{ '@id': uri('piece-1') }, { '@id': uri('lost') }],
      });
      await happened('piece-1', 'RCS', '10:05:00');
      await happened('piece-1', 'ARR', '10:00:00');
      await happened('piece-1', 'DLV', '15:30:00');
      await happened('saws', 'ARR', '07:00:00');

      clock.set('2026-03-01T10:30:00.000Z');
      const value = (await rows(holder, `SELECT ?v { <${uri('piece-1')}> cargo:grossWeight ?v }`))[0] ?? '';
      await world.change('/logistics-objects/piece-1', [
        remove(value, 'numericalValue', '20', 'xsd:double'),
        add(value, 'numericalValue', '25', 'xsd:double'),
      ]);
      await world.change('/logistics-objects/piece-1', [
        remove(uri('piece-1'), 'goodsDescription', 'Drills'),
        add(uri('piece-1'), 'goodsDescription', 'Cordless drills'),
      ]);
      await world.change('/logistics-objects/shipment-1', [
        remove(uri('shipment-1'), 'goodsDescription', 'Tools'),
        add(uri('shipment-1'), 'goodsDescription', 'Power tools'),
      ]);

      clock.set('2026-03-01T10:40:00.000Z');
      const refused = await world.submit(otherPartner, '/logistics-objects/saws', [add(uri('saws'), 'upid', '7')]);
      clock.set('2026-03-01T10:50:00.000Z');
      await world.decide(refused, 'REQUEST_REJECTED', {
        '@context': context,
        '@type': 'api:Error',
        'api:hasTitle': 'No',
        'api:hasErrorDetail': { '@type': 'api:ErrorDetails', 'api:hasCode': '400', 'api:hasMessage': 'not yours' },
      });
      await world.submit(partner, '/logistics-objects/saws', [add(uri('saws'), 'upid', '1')]);
      await world.submit(partner, '/logistics-objects/saws', [add(uri('saws'), 'upid', '2')]);
      await world.submit(otherPartner, '/logistics-objects/saws', [add(uri('saws'), 'upid', '3')]);
      await subscribe(holder, partner, { topic: `${cargo}Piece`, events: ['LOGISTICS_OBJECT_CREATED'] });
    });
    after(async () => {
      await world.stop();
      await engine.stop();
    });

    it('each has a test here', () => {
      expect([...questions.keys()]).to.deep.equal(Array.from({ length: 20 }, (_, index) => index + 1));
    });

    const expected: Readonly<Record<number, readonly string[]>> = {
      1: ['Cordless drills KGM piece-1 25', 'Saws saws', 'Nails KGM nails 7', 'Oranges KGM oranges 20'],
      2: ['PT5H30M piece-1'],
      3: ['saws 2026-03-01T07:00:00Z'],
      4: ['25 20 piece-1 2026-03-01T10:30:00Z partner'],
      6: ['1 20 2026-03-01T10:00:00Z', '2 25 2026-03-01T10:30:00Z', '3 25 2026-03-01T10:30:00Z'].sort(),
      7: ['2026-03-01T10:50:00Z 2 partner', '1 2026-03-01T10:50:00Z rival'].sort(),
      10: ['3 partner'],
      11: ['shipment-1 cargo:pieces lost'],
      15: ['19800'],
      20: [
        'removed Drills piece-1',
        'added Cordless drills piece-1',
        'removed Tools shipment-1',
        'added Power tools shipment-1',
      ],
    };
    for (const [number, solutions] of Object.entries(expected)) {
      it(`question ${number}`, async () => {
        const found = await answer(Number(number));
        expect(found.map((row) => row.split(' ').sort().join(' ')).sort()).to.deep.equal(
          solutions.map((row) => row.split(' ').sort().join(' ')).sort(),
        );
      });
    }

    it('question 5, now and then', async () => {
      const then = await answer(5, '20260301T101500Z');
      expect(then.join('\n')).to.contain('cargo:goodsDescription Tools').and.to.contain('cargo:pieces piece-1');
      expect((await answer(5)).join('\n')).to.contain('cargo:goodsDescription Power tools');
      expect(await answer(5, '20260301T095959Z')).to.deep.equal([]);
    });

    it('question 18', async () => {
      const found = await answer(18);
      expect(found.filter((row) => row.endsWith(' piece-1 2026-03-01T10:30:00Z'))).to.deep.equal([
        'Drills 2026-03-01T10:00:00Z piece-1 2026-03-01T10:30:00Z',
        'Drills 2026-03-01T10:30:00Z piece-1 2026-03-01T10:30:00Z',
      ]);
      expect(found).to.include('Cordless drills 2026-03-01T10:30:00Z piece-1');
    });

    it('question 19, as the default graph of that moment', async () => {
      const said = 'SELECT ?object ?description { ?object cargo:goodsDescription ?description }';
      expect(await answer(19)).to.deep.equal(
        (await rows(world.holder, said)).map((row) => row.replaceAll(`${world.node.url}/logistics-objects/`, '')),
      );
      const before = question(19).replace('2026-12-31T23:59:59Z', '2026-03-01T10:15:00Z');
      expect(await rows(world.holder, before)).to.deep.equal(
        await rows(world.holder, said, { at: '20260301T101500Z' }),
      );
    });

    it('question 8', async () => {
      const found = await answer(8);
      expect(found).to.have.length(2);
      expect(found[1]).to.match(/^4 .*#ChangeRequest PT10M/);
      expect(found[0]).to.match(/^1 .*#SubscriptionRequest PT0S/);
    });

    it('question 9', async () => {
      const [only, ...others] = await answer(9);
      expect(others).to.deep.equal([]);
      expect(only).to.contain('rival not yours').and.to.contain('REQUEST_REJECTED');
    });

    it('question 12', async () => {
      const [only] = await answer(12);
      expect(only).to.contain('LOGISTICS_OBJECT_CREATED partner cargo:Piece');
    });

    it('question 13', async () => {
      const found = await answer(13);
      expect(found).to.have.length(1);
      expect(found[0]).to.contain('saws 2026-03-01T10:00:00Z');
    });

    it('questions 16 and 17', async () => {
      const list = aclBody(uri('piece-1'), { 'acl:agent': { '@id': uri('airline') } }, ['acl:Read']);
      expect((await world.holder.put(`/logistics-objects/piece-1/acl`, list)).status).to.equal(204);
      const [who, ...others] = await answer(16);
      expect(others).to.deep.equal([]);
      expect(who).to.match(/_data-holder .*#Read 2026-\S+ airline$/);
      expect(await answer(17)).to.deep.equal(['piece-1 http://www.w3.org/ns/auth/acl#Read']);
    });

    it('question 14', async () => {
      const reply = await ask(world.holder, question(14), { accept: 'text/turtle' });
      expect(reply.text).to.contain('cargo:goodsDescription "Drills"').and.to.contain('cargo:grossWeight');
    });

    it('the backlog of notifications, by subscriber', async () => {
      // Two that do not confirm what they are told.
      const deaf = [await Receiver.start(), await Receiver.start()];
      for (const receiver of deaf) {
        receiver.behaviour = respondWith(503);
        const party = await partyFor(world.node.url, receiver.agent);
        await subscribe(world.holder, party, { topic: `${cargo}Shipment`, events: ['LOGISTICS_OBJECT_CREATED'] });
      }
      await world.create({ '@type': 'cargo:Shipment', 'cargo:goodsDescription': 'One' });
      await world.create({ '@type': 'cargo:Shipment', 'cargo:goodsDescription': 'Another' });
      const { text } = await world.holder.get('/internal/deliveries?limit=1000');
      await Promise.all(deaf.map((receiver) => receiver.close()));
      const backlog = execFileSync(process.execPath, ['-e', backlogScript], { input: text, encoding: 'utf8' });
      expect(JSON.parse(backlog)).to.deep.equal(Object.fromEntries(deaf.map(({ agent }) => [agent, 2])));
    });
  });
}

/** The logic of forms without a browser, against a real node (K7, K8, K11, K13, K16, K17, K19). */
import { expect } from 'chai';
import { bodyOf, placeAt } from '../../console/forms/body.js';
import { changeBody, type Changes, changesOf, rebased } from '../../console/forms/changes.js';
import { copyOf, withParts } from '../../console/forms/copies.js';
import { newObject, placesIn, withWaybillKind } from '../../console/forms/presets.js';
import { type RecordStatement, recordValues } from '../../console/forms/record-values.js';
import {
  type Entry,
  type FormObject,
  isEmptyObject,
  readFormObject,
  withEntries,
  withObject,
} from '../../console/forms/values.js';
import type { FormModel } from '../../console/forms/whole-form.js';
import type { Form, ValidationAnswer } from '../../src/console/responses.js';
import { cargo } from '../support/node.js';
import { TestContext } from '../support/world.js';

const CODES = 'https://onerecord.iata.org/ns/code-lists/';
const API = 'https://onerecord.iata.org/ns/api#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const KGM = `${CODES}MeasurementUnitCode#KGM`;
const CMT = `${CODES}MeasurementUnitCode#CMT`;
const namespaces = { cargo, codeLists: CODES };

const text = (value: string, more: Partial<Extract<Entry, { kind: 'text' }>> = {}): Entry => ({
  kind: 'text',
  text: value,
  ...more,
});
const figure = (value: string, unit?: string): Entry =>
  text(value, { decimal: value, ...(unit !== undefined && { unit }) });
const part = (name: string, fields: Record<string, readonly Entry[]>): Entry => ({
  kind: 'object',
  object: object(name, fields),
});
const object = (name: string, fields: Record<string, readonly Entry[]>): FormObject => ({
  type: cargo + name,
  fields: Object.fromEntries(Object.entries(fields).map(([property, entries]) => [cargo + property, entries])),
});
/** An object with one property changed. */
const changed = (
  value: FormObject,
  property: string,
  change: (entries: readonly Entry[]) => readonly Entry[],
): FormObject => withEntries(value, cargo + property, change);

const LINE = /^<([^>]*)> <([^>]*)> (?:<([^>]*)>|"((?:[^"\\]|\\.)*)"(?:\^\^<([^>]*)>|@([A-Za-z0-9-]+))?) \.$/;

describe('Forms', () => {
  let world: TestContext;
  let model: FormModel;

  before(async () => {
    world = await TestContext.start();
    const forms = new Map<string, Form>();
    for (const name of [
      'Shipment',
      'Piece',
      'PieceDg',
      'Waybill',
      'Party',
      'Dimensions',
      'Value',
      'Location',
      'Company',
      'Product',
      'TransportMovement',
      'MovementTime',
      'PackagingType',
      'OtherIdentifier',
      'Insurance',
      'Carrier',
      'CurrencyValue',
    ])
      forms.set(cargo + name, JSON.parse((await world.holder.get(`/internal/forms/${name}`)).text) as Form);
    model = {
      namespaces,
      formOf: (type) => forms.get(type),
      prefixOf: (code) => (code === 'LH' ? '020' : undefined),
    };
  });
  after(() => world.stop());

  /** Makes the object of a form. @returns its URI. */
  async function create(value: FormObject): Promise<string> {
    const body = bodyOf(value, model, { cargo });
    expect(body.problems).to.deep.equal([]);
    const {
      status,
      headers,
      text: answer,
    } = await world.holder.post('/logistics-objects', JSON.parse(body.text) as object);
    expect(status, answer).to.equal(201);
    return headers.get('location') ?? '';
  }

  async function statementsOf(uri: string, embedded = false): Promise<RecordStatement[]> {
    const { text: lines } = await world.holder.get(uri + (embedded ? '?embedded=true' : ''), {
      headers: { Accept: 'application/n-triples; version=2.3.0' },
    });
    return lines.split('\n').flatMap((line): RecordStatement[] => {
      const [, s, p, iri, literal = '', datatype, language] = LINE.exec(line) ?? [];
      if (s === undefined || p === undefined || /#has(?:Latest)?Revision$/.test(p)) return [];
      const term =
        iri === undefined
          ? {
              type: 'literal' as const,
              value: literal,
              ...(datatype !== undefined && { datatype }),
              ...(language !== undefined && { language }),
            }
          : { type: 'uri' as const, value: iri };
      return [{ s, p, o: term }];
    });
  }

  const valuesOf = (statements: readonly RecordStatement[], uri: string): FormObject =>
    recordValues(statements, uri, {
      model,
      numberText: (decimal) => decimal,
      mainType: (types) => types.find((type) => !type.endsWith('#LogisticsObject')) ?? '',
    });
  const read = async (uri: string): Promise<FormObject> => valuesOf(await statementsOf(uri), uri);

  /** Saves a correction of the latest revision. */
  async function correct(uri: string, { operations }: Changes): Promise<void> {
    const revision = Number((await world.holder.get(uri)).headers.get('revision'));
    const body = changeBody(uri, revision, { operations, description: 'Corrected', api: API });
    const id = uri.slice(uri.lastIndexOf('/') + 1);
    const { status, text: answer } = await world.holder.post(
      `/internal/objects/${id}/corrections`,
      JSON.parse(body) as object,
    );
    expect(status, answer).to.equal(201);
  }

  const piece = (more: Record<string, readonly Entry[]> = {}): FormObject =>
    object('Piece', {
      goodsDescription: [text('Books')],
      grossWeight: [figure('12.5', KGM)],
      dimensions: [
        part('Dimensions', { length: [figure('40', CMT)], width: [figure('30', CMT)], height: [figure('20', CMT)] }),
      ],
      coload: [text('false')],
      ...more,
    });

  describe('of a new object', () => {
    it('send a shipment with pieces, waybill, house waybill and parties as one document (K7)', async () => {
      let shipment = newObject(`${cargo}Shipment`, namespaces);
      shipment = changed(shipment, 'goodsDescription', () => [text('Exhibition materials')]);
      shipment = changed(shipment, 'pieces', () => [1, 2, 3].map(() => ({ kind: 'object', object: piece() })));
      shipment = withObject(shipment, [`${cargo}waybill`, 0], (waybill) =>
        withWaybillKind(
          changed({ ...waybill, number: { text: 'LH 1234 5675', isUnchecked: false } }, 'houseWaybills', () => [
            {
              kind: 'object',
              object: changed(
                newObject(`${cargo}Waybill`, namespaces, `${cargo}houseWaybills`),
                'waybillNumber',
                () => [text('HAWB-7')],
              ),
            },
          ]),
          namespaces,
        ),
      );
      shipment = withObject(shipment, [`${cargo}waybill`, 0], (waybill) =>
        changed(waybill, 'departureLocation', () => [part('Location', { locationCodes: [text('FRA')] })]),
      );
      shipment = withObject(shipment, [`${cargo}involvedParties`, 0], (party) =>
        changed(party, 'partyDetails', () => [part('Company', { name: [text('Example Shipper')] })]),
      );
      const body = bodyOf(shipment, model, { cargo });
      expect(Object.fromEntries(body.counts)).to.include({
        [`${cargo}Shipment`]: 1,
        [`${cargo}Piece`]: 3,
        [`${cargo}Waybill`]: 2,
      });
      expect(body.counts.get(`${cargo}Party`), 'a party without anybody is left out').to.equal(1);
      const uri = await create(shipment);
      const statements = await statementsOf(uri, true);
      const has = (property: string, value: string): boolean =>
        statements.some(({ p, o }) => p === cargo + property && o.value === value);
      for (const [property, value] of [
        ['waybillPrefix', '020'],
        ['waybillNumber', '12345675'],
        ['modularCheckNumber', 'true'],
        ['waybillType', `${cargo}MASTER`],
        ['waybillType', `${cargo}HOUSE`],
        ['waybillNumber', 'HAWB-7'],
        ['code', 'FRA'],
        ['name', 'Example Shipper'],
        ['partyRole', `${CODES}ParticipantIdentifier#SHP`],
      ] as const)
        expect(has(property, value), `${property} ${value}`).to.equal(true);
      expect(statements.filter(({ p }) => p === `${cargo}pieces`)).to.have.lengthOf(3);
      const values = valuesOf(statements, uri);
      expect(values.fields[`${cargo}pieces`]?.[0]).to.include({ kind: 'link' });
    });

    it('say what cannot be read, at its place, and send none of it (K8, K10, K12)', () => {
      const wrong = object('Shipment', {
        pieces: [
          { kind: 'object', object: piece({ grossWeight: [text('8,5,1', { unit: KGM })], slac: [figure('1.5')] }) },
        ],
        totalGrossWeight: [figure('8')],
        involvedParties: [part('Party', { partyDetails: [{ kind: 'link', uri: 'Lufthansa' }] })],
        waybill: [
          {
            kind: 'object',
            object: { ...object('Waybill', {}), number: { text: '020-12345674', isUnchecked: false } },
          },
        ],
      });
      const { problems } = bodyOf(wrong, model, { cargo });
      expect(problems.map(({ property, kind }) => `${property.slice(cargo.length)} ${kind}`).sort()).to.deep.equal([
        'grossWeight number',
        'partyDetails link',
        'slac integer',
        'totalGrossWeight unit',
        'waybillNumber check-digit',
      ]);
      const check = problems.find(({ kind }) => kind === 'check-digit');
      expect(check).to.include({ number: '12345674', checkDigit: '5' });
      expect(problems.find(({ kind }) => kind === 'number')?.path).to.deep.equal([`${cargo}pieces`, 0]);
    });

    it('state that a number has no check digit only where that was ticked', () => {
      const numbered = (isUnchecked: boolean): unknown =>
        JSON.parse(
          bodyOf({ ...object('Waybill', {}), number: { text: '020-12345674', isUnchecked } }, model, { cargo }).text,
        );
      expect(JSON.stringify(numbered(true)))
        .to.contain('"modularCheckNumber":'.replace('modular', 'cargo:modular'))
        .and.to.contain('"@value":"false"');
      expect(JSON.stringify(numbered(false))).not.to.contain('waybillNumber');
    });

    it('send times with the offset of their zone (K11)', async () => {
      const movement = object('TransportMovement', {
        transportIdentifier: [text('LH8400')],
        movementTimes: [
          part('MovementTime', { movementTimestamp: [text('2026-11-22T14:05', { zone: 'Europe/Berlin' })] }),
        ],
      });
      const uri = await create(movement);
      const stored = (await statementsOf(uri)).find(({ p }) => p === `${cargo}movementTimestamp`);
      expect(new Date(stored?.o.value ?? '').toISOString()).to.equal('2026-11-22T13:05:00.000Z');
      const without = object('TransportMovement', {
        movementTimes: [part('MovementTime', { movementTimestamp: [text('2026-11-22T14:05')] })],
      });
      expect(bodyOf(without, model, { cargo }).problems.map(({ kind }) => kind)).to.deep.equal(['zone']);
    });

    it('find the field of what the node says about the body (K12)', async () => {
      const twice = { goodsDescription: [text('One'), text('Two')] };
      const shipment = object('Shipment', {
        pieces: [piece(), piece(twice)].map((one): Entry => ({ kind: 'object', object: one })),
        ...twice,
      });
      const body = bodyOf(shipment, model, { cargo }, (index) => world.uri(`/logistics-objects/checked-${index}`));
      const { text: answer } = await world.holder.post(
        '/internal/validations?as=object',
        JSON.parse(body.text) as object,
      );
      const { fits, violations } = JSON.parse(answer) as ValidationAnswer;
      expect(fits).to.equal(false);
      const places = violations.map(({ pointer }) => placeAt(body.places, pointer ?? ''));
      const property = `${cargo}goodsDescription`;
      expect(places).to.have.deep.members([
        { path: [], property },
        { path: [`${cargo}pieces`, 1], property },
      ]);
    });

    it('are kept in a draft and given back as they were (K14)', () => {
      const shipment = newObject(`${cargo}Shipment`, namespaces);
      const typed = changed(shipment, 'pieces', () => [{ kind: 'object', object: piece() }]);
      expect(readFormObject(JSON.parse(JSON.stringify(typed)))).to.deep.equal(typed);
      for (const foreign of [null, 1, 'x', [], {}, { type: 1 }, { type: 'x', fields: 1 }])
        expect(readFormObject(foreign)).to.equal(undefined);
      expect(readFormObject({ type: 'x', fields: { p: [{ kind: 'text' }, 1, null] } })).to.deep.equal({
        type: 'x',
        fields: { p: [] },
      });
      expect(isEmptyObject(shipment), 'presets alone are nothing').to.equal(true);
    });

    it('know the places of a route, departure first', () => {
      const route = object('Waybill', {
        arrivalLocation: [part('Location', { locationCodes: [text('jfk')] })],
        departureLocation: [part('Location', { locationCodes: [text('FRA')] })],
      });
      expect(placesIn(route, namespaces)).to.deep.equal(['FRA', 'JFK']);
    });
  });

  describe('of a change', () => {
    it('change nothing where nothing was typed, whatever the record states', async () => {
      const uri = await create(
        piece({
          otherIdentifiers: [part('OtherIdentifier', { textualValue: [text('A-1')] })],
          specialHandlingCodes: [text(`${CODES}SpecialHandlingCode#VAL`)],
        }),
      );
      const before = await read(uri);
      expect(changesOf(uri, before, before, model)).to.deep.equal({ operations: [], fields: [], problems: [] });
    });

    it('change, remove and add values, units, codes, and parts of any depth, in one correction (K17, K19)', async () => {
      const uri = await create(piece({ upid: [text('U-1')], shippingMarks: [text('A'), text('B')].slice(0, 1) }));
      const before = await read(uri);
      let after = changed(before, 'grossWeight', (entries) =>
        entries.map((entry) => ({ ...entry, text: '13', decimal: '13' })),
      );
      after = changed(after, 'upid', () => []);
      after = changed(after, 'goodsDescription', (entries) =>
        entries.map((entry) => ({ ...entry, text: 'Books and maps' })),
      );
      after = withObject(after, [`${cargo}dimensions`, 0], (dimensions) =>
        changed(
          changed(dimensions, 'height', () => []),
          'volume',
          () => [figure('0.02', `${CODES}MeasurementUnitCode#MTQ`)],
        ),
      );
      after = changed(after, 'involvedParties', () => [
        part('Party', {
          partyRole: [text(`${CODES}ParticipantIdentifier#SHP`)],
          otherIdentifiers: [part('OtherIdentifier', { textualValue: [text('deep')] })],
        }),
      ]);
      after = changed(after, 'contentProductionCountry', () => [text('DE')]);
      const changes = changesOf(uri, before, after, model);
      expect(changes.problems).to.deep.equal([]);
      await correct(uri, changes);
      const now = await read(uri);
      const again = changesOf(uri, now, { ...after, fields: { ...after.fields } }, model);
      expect(now.fields[`${cargo}upid`] ?? []).to.deep.equal([]);
      expect(now.fields[`${cargo}grossWeight`]?.[0]).to.include({ text: '13', unit: KGM });
      expect(now.fields[`${cargo}goodsDescription`]?.[0]).to.include({ text: 'Books and maps' });
      expect(now.fields[`${cargo}contentProductionCountry`]?.[0]).to.include({ text: 'DE' });
      const [dimensions] = now.fields[`${cargo}dimensions`] ?? [];
      expect(dimensions?.kind === 'object' ? Object.keys(dimensions.object.fields).sort() : []).to.deep.equal(
        ['length', 'volume', 'width'].map((name) => cargo + name),
      );
      const statements = await statementsOf(uri);
      expect(statements.some(({ o }) => o.value === 'deep')).to.equal(true);
      expect(again.problems).to.deep.equal([]);
    });

    it('shows links of every kind, and replaces, removes and adds them (K17)', async () => {
      const [one, two, three] = await Promise.all(['a', 'b', 'c'].map((name) => create(piece({ upid: [text(name)] }))));
      const links = [one, two].map((target) => ({ kind: 'link', uri: target ?? '' }) as const);
      const uri = await create(object('Shipment', { goodsDescription: [text('Linked')], pieces: links }));
      const before = await read(uri);
      const shown = (before.fields[`${cargo}pieces`] ?? []).map((entry) => (entry.kind === 'link' ? entry.uri : ''));
      expect(shown).to.have.members([one, two]);
      const after = changed(before, 'pieces', (entries) => [
        ...entries.filter((entry) => entry.kind === 'link' && entry.uri === two),
        { kind: 'link', uri: three ?? '' },
      ]);
      const changes = changesOf(uri, before, after, model);
      expect(changes.operations.map(({ op, value, datatype }) => [op, value, datatype])).to.deep.equal([
        ['DELETE', one, `${cargo}Piece`],
        ['ADD', three, `${cargo}Piece`],
      ]);
      await correct(uri, changes);
      const now = (await read(uri)).fields[`${cargo}pieces`] ?? [];
      expect(now.map((entry) => (entry.kind === 'link' ? entry.uri : ''))).to.have.members([two, three]);
    });

    it('keeps values as they are that this form cannot read, and says so of what was typed', async () => {
      const uri = await create(piece());
      const before = await read(uri);
      const unclear = changed(before, 'grossWeight', ([weight]) => {
        const { decimal: _, ...rest } = weight as Extract<Entry, { kind: 'text' }>;
        return [{ ...rest, text: '8,5,1' }];
      });
      const { operations, problems } = changesOf(uri, before, unclear, model);
      expect(operations).to.deep.equal([]);
      expect(problems.map(({ kind }) => kind)).to.deep.equal(['number']);
    });

    it('changes a waybill’s number in its one field', async () => {
      const waybill = {
        ...newObject(`${cargo}Waybill`, namespaces),
        number: { text: '020-12345675', isUnchecked: false },
      };
      const uri = await create(waybill);
      const before = await read(uri);
      expect(before.number).to.deep.equal({ text: '020-12345675', isUnchecked: false });
      const after = { ...before, number: { text: '057 1234 5686', isUnchecked: false } };
      const changes = changesOf(uri, before, after, model);
      expect(changes.fields.map(({ property }) => property.slice(cargo.length)).sort()).to.deep.equal([
        'waybillNumber',
        'waybillPrefix',
      ]);
      await correct(uri, changes);
      expect((await read(uri)).number?.text).to.equal('057-12345686');
      const wrong = { ...before, number: { text: '057-12345683', isUnchecked: false } };
      expect(changesOf(uri, before, wrong, model).operations).to.deep.equal([]);
    });

    it('is built on a newer revision with what was typed, and the rest of the new one', () => {
      const before = object('Piece', { upid: [text('U')], goodsDescription: [text('A')] });
      const typed = changed(before, 'goodsDescription', () => [text('B')]);
      const next = object('Piece', { upid: [text('V')], goodsDescription: [text('C')], shippingMarks: [text('M')] });
      expect(rebased(before, typed, next)).to.deep.equal(
        object('Piece', { upid: [text('V')], goodsDescription: [text('B')], shippingMarks: [text('M')] }),
      );
    });

    it('keeps the language of a text', () => {
      const german: RecordStatement = {
        s: 'https://1r.example.com/x',
        p: `${cargo}goodsDescription`,
        o: {
          type: 'literal',
          value: 'Bücher',
          language: 'de',
          datatype: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString',
        },
      };
      const type: RecordStatement = {
        s: german.s,
        p: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type',
        o: { type: 'uri', value: `${cargo}Piece` },
      };
      const before = valuesOf([type, german], german.s);
      const after = changed(before, 'goodsDescription', (entries) =>
        entries.map((entry) => ({ ...entry, text: 'Hefte' })),
      );
      const { operations } = changesOf(german.s, before, after, model);
      expect(operations.map(({ op, value, language }) => [op, value, language])).to.deep.equal([
        ['DELETE', 'Bücher', 'de'],
        ['ADD', 'Hefte', 'de'],
      ]);
      expect(operations[1]?.datatype).to.equal(`${XSD}string`);
    });
  });

  it('of a copy take the whole along, without what names one thing only (K16)', async () => {
    const made = changed(newObject(`${cargo}Shipment`, namespaces), 'pieces', () => [
      { kind: 'object', object: piece({ upid: [text('U-9')] }) },
    ]);
    const uri = await create(
      withObject(
        changed(made, 'goodsDescription', () => [text('Copied')]),
        [`${cargo}waybill`, 0],
        (waybill) => ({
          ...waybill,
          number: { text: '020-12345675', isUnchecked: false },
        }),
      ),
    );
    const statements = await statementsOf(uri, true);
    const copied = copyOf(
      withParts(valuesOf(statements, uri), (target) =>
        statements.some(({ s }) => s === target) ? valuesOf(statements, target) : undefined,
      ),
    );
    const { text: body, problems } = bodyOf(copied, model, { cargo });
    expect(problems).to.deep.equal([]);
    expect(body).to.contain('Books').and.to.contain('Copied').and.to.contain('12.5');
    for (const identifying of ['U-9', '12345675', 'internal:', uri]) expect(body).not.to.contain(identifying);
    await create(copied);
  });
});

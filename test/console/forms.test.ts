/** `GET /internal/forms`, `/internal/forms/<Class>` and `/internal/codes` (K1 to K5, K84), for any caller. */
import { expect } from 'chai';
import { firstFields } from '../../src/console/forms/form-tables.js';
import type { CodesAnswer, Form, FormField, FormList } from '../../src/console/responses/forms.js';
import type { ModelAnswer, ModelNames } from '../../src/console/responses/model.js';
import { classWords } from '../../src/model/words/class-words.js';
import { codeWords } from '../../src/model/words/code-words.js';
import { germanCodeWords } from '../../src/model/words/code-words-de.js';
import { propertyWords } from '../../src/model/words/property-words.js';
import { cargo, type Reply } from '../support/node.js';
import { TestContext } from '../support/world.js';

const CODES = 'https://onerecord.iata.org/ns/code-lists/';
const german = { 'Accept-Language': 'de-CH, en;q=0.5' };

describe('Forms from the data model', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  const read = async (path: string, headers: Record<string, string> = {}): Promise<Reply> => {
    const reply = await world.partner.get(path, { headers });
    expect(reply.status, reply.text).to.equal(200);
    return reply;
  };
  const formOf = async (name: string, headers: Record<string, string> = {}): Promise<Form> =>
    JSON.parse((await read(`/internal/forms/${encodeURIComponent(name)}`, headers)).text) as Form;
  const field = async (type: string, name: string): Promise<FormField | undefined> =>
    (await formOf(type)).fields.find(({ property }) => property === cargo + name);
  const codesOf = async (query: string, headers: Record<string, string> = {}): Promise<CodesAnswer> =>
    JSON.parse((await read(`/internal/codes?${query}`, headers)).text) as CodesAnswer;

  it('K1: begin with the classes of daily work, then all other classes of Logistics Objects', async () => {
    const { items } = JSON.parse((await read('/internal/forms')).text) as FormList;
    expect(items.slice(0, 9).map(({ type }) => type.slice(cargo.length))).to.deep.equal([
      ...['Shipment', 'Piece', 'Waybill', 'ULD', 'Booking', 'TransportMovement', 'Company', 'Carrier', 'Location'],
    ]);
    const types = items.map(({ type }) => type);
    expect(new Set(types).size).to.equal(types.length);
    expect(types)
      .to.include.members([`${cargo}PieceDg`, `${cargo}Storage`])
      .and.not.include(`${cargo}Value`);
    const base = JSON.parse((await read('/internal/model/terms?name=Piece')).text) as ModelAnswer;
    expect(types).to.include.members([...(base.items[0]?.children ?? [])]);
    expect(items[1]).to.include({ label: 'Piece', language: 'en' });
    expect(items[1]?.words).to.include('package');
  });

  it('K3: have exactly the properties of the class, for every class of the model', async () => {
    const names = JSON.parse((await read('/internal/model')).text) as ModelNames;
    const classes = names.vocabularies.flatMap(({ namespace, classes: all }) => all.map((name) => namespace + name));
    expect(classes.length).to.be.greaterThan(140);
    for (const type of classes) {
      const terms = JSON.parse(
        (await read(`/internal/model/terms?name=${encodeURIComponent(type)}`)).text,
      ) as ModelAnswer;
      const properties = terms.items.find(({ kind }) => kind === 'class')?.properties ?? expect.fail(type);
      const { fields, groups } = await formOf(type);
      const bounds = ({ property, min, max }: Pick<FormField, 'property' | 'min' | 'max'>): string =>
        [property, min, max].join(' ');
      expect(fields.map(bounds).sort(), type).to.deep.equal(properties.map(bounds).sort());
      // Each field is in one group, in the same order.
      expect(
        groups.flatMap((group) => group.fields),
        type,
      ).to.deep.equal(fields.map(({ property }) => property));
      for (const { kind, units, list, open, part, targets, property } of fields) {
        expect(units === null, property).to.equal(kind !== 'quantity');
        expect(part === null, property).to.equal(kind !== 'part');
        expect(targets.length === 0, property).to.equal(kind !== 'link');
        expect(open === null, property).to.equal(kind !== 'code');
        if (list !== null) await read(`/internal/codes?list=${list}`);
      }
    }
  });

  it('K2: are found by local name or IRI; 404 for what is no class', async () => {
    expect(await formOf('Piece')).to.deep.equal(await formOf(`${cargo}Piece`));
    for (const name of ['piece', 'grossWeight', 'Nothing', `${cargo}Nothing`, '__proto__', 'constructor', '%00']) {
      const reply = await world.partner.get(`/internal/forms/${encodeURIComponent(name)}`);
      expect(reply.status, name).to.equal(404);
    }
  });

  it('K4: say which values a field takes', async () => {
    const kinds: readonly (readonly [string, string, Partial<FormField>])[] = [
      ['Piece', 'goodsDescription', { kind: 'text', max: 1, first: true }],
      ['Piece', 'coload', { kind: 'boolean', first: false }],
      ['Piece', 'slac', { kind: 'integer' }],
      ['Piece', 'grossWeight', { kind: 'quantity', first: true }],
      ['Piece', 'dimensions', { kind: 'part', part: `${cargo}Dimensions` }],
      ['Piece', 'specialHandlingCodes', { kind: 'code', list: 'SpecialHandlingCode', open: true, max: null }],
      ['Piece', 'loadType', { kind: 'code', list: 'LoadType', open: false }],
      ['Shipment', 'waybill', { kind: 'link' }],
      // Its own range is none; the class has one.
      ['Waybill', 'waybillNumber', { kind: 'text', first: true }],
      ['BookingOption', 'offerValidFrom', { kind: 'dateTime' }],
      ['BookingTimes', 'totalTransitTime', { kind: 'duration' }],
      ['BillingDetails', 'exchangeRate', { kind: 'number' }],
      ['Address', 'country', { kind: 'code', list: null, open: true }],
      // A text or a code.
      ['HandlingInstructions', 'handlingInstructionsType', { kind: 'text' }],
    ];
    for (const [type, name, expected] of kinds) expect(await field(type, name), name).to.include(expected);
    expect((await field('Shipment', 'waybill'))?.targets).to.deep.equal([`${cargo}Waybill`]);
    // The class narrows the range of the property.
    expect((await field('DgDeclaration', 'issuedForPiece'))?.targets).to.deep.equal([`${cargo}PieceDg`]);
  });

  it('K4: offer the units of the own quantity only (D54), with their meanings', async () => {
    const units = async (type: string, name: string): Promise<string[]> =>
      (await field(type, name))?.units?.map(({ code }) => code) ?? expect.fail(name);
    expect(await units('Piece', 'grossWeight'))
      .to.include.members(['KGM', 'LBR', 'GRM'])
      .and.not.include('BQL');
    expect(await units('Piece', 'grossWeight')).not.to.include('CMT');
    expect(await units('Dimensions', 'length'))
      .to.include.members(['CMT', 'MTR'])
      .and.not.include('KGM');
    expect(await units('Shipment', 'totalVolume'))
      .to.include('MTQ')
      .and.not.include('KGM');
    expect(await units('TemperatureInstructions', 'maxTemperature')).to.have.members(['CEL', 'FAH', 'KEL']);
    expect(await units('Answer', 'answerValue')).to.include.members(['KGM', 'CEL', 'BQL']);
    const weight = await field('Piece', 'grossWeight');
    expect(weight?.units?.find(({ code }) => code === 'KGM')).to.deep.equal({
      ...{ code: 'KGM', iri: `${CODES}MeasurementUnitCode#KGM`, label: 'kilogram', language: 'en' },
    });
  });

  it('K5: list codes with their meanings, by a part of code or meaning in any case', async () => {
    const all = await codesOf('list=StatusCode&limit=5');
    expect(all).to.include({ open: false });
    expect(all.items).to.have.length(5);
    const next = await codesOf('list=StatusCode&limit=5&skip=5');
    expect(next.total).to.equal(all.total);
    expect(next.items[0]?.code).not.to.be.oneOf(all.items.map(({ code }) => code));
    for (const query of ['q=dlv', 'q=DELIVERED', `q=${encodeURIComponent(' delivered ')}`]) {
      const { items } = await codesOf(`list=StatusCode&${query}`);
      expect(
        items.map(({ code }) => code),
        query,
      )
        .to.include('DLV')
        .and.not.include('ARR');
    }
    expect((await codesOf('list=StatusCode&q=ausgeliefert', german)).items).to.deep.equal([
      { code: 'DLV', iri: `${CODES}StatusCode#DLV`, label: 'ausgeliefert', language: 'de' },
    ]);
    expect(await codesOf(`list=${encodeURIComponent(`${CODES}StatusCode`)}&limit=0`)).to.deep.equal({
      ...all,
      items: [],
    });
    expect((await codesOf('list=BookingOptionStatus&q=on%20req')).items).to.deep.equal([
      { code: 'ON_REQUEST', iri: `${cargo}ON_REQUEST`, label: 'On request', language: 'en' },
    ]);
    expect((await codesOf('list=CurrencyCode')).open).to.equal(true);
    expect((await codesOf('list=StatusCode&q=nothing%20of%20it')).items).to.deep.equal([]);
  });

  it('K4: have meanings for the enumerations of the model, too', async () => {
    const labels = async (language: string): Promise<Record<string, string>> => {
      const { items } = await codesOf('list=WaybillType', { 'Accept-Language': language });
      return Object.fromEntries(items.map(({ code, label }) => [code, label]));
    };
    expect(await labels('en')).to.deep.equal({ DIRECT: 'Direct', HOUSE: 'House', MASTER: 'Master' });
    expect(await labels('de')).to.include({ DIRECT: 'Direkt' });
  });

  it('K5: answer 404 to an unknown list, and 400 to anything that is not declared', async () => {
    const statuses = {
      '/internal/codes?list=Nothing': 404,
      '/internal/codes?list=Piece': 404,
      '/internal/codes': 400,
      '/internal/codes?list=': 400,
      '/internal/codes?list=StatusCode&limit=51': 400,
      '/internal/codes?list=StatusCode&skip=-1': 400,
      '/internal/codes?list=StatusCode&other=1': 400,
      '/internal/forms?q=Piece': 400,
      '/internal/forms/Piece?language=de': 400,
    };
    for (const [path, status] of Object.entries(statuses)) {
      expect((await world.partner.get(path)).status, path).to.equal(status);
      expect((await world.anonymous.get(path)).status, path).to.equal(401);
    }
  });

  it('are in German for who prefers it, and say where a word is missing (K84)', async () => {
    const reply = await read('/internal/forms/Piece', german);
    expect(reply.headers.get('content-language')).to.equal('de');
    const { label, fields, groups } = JSON.parse(reply.text) as Form;
    expect(label).to.equal('Packstück');
    expect(groups.map((group) => group.label)).to.include('Gewichte und Maße');
    expect(fields.find(({ property }) => property === `${cargo}grossWeight`)).to.include({
      ...{ label: 'Bruttogewicht', language: 'de' },
    });
    expect(fields.find(({ property }) => property === `${cargo}attachedIotDevices`)?.language).to.equal('en');
    for (const language of ['en', 'en-GB, de', 'fr', '*', 'de;q=0', ''])
      expect(
        (await read('/internal/forms/Piece', { 'Accept-Language': language })).headers.get('content-language'),
      ).to.equal('en-US');
    // A cache tells them apart.
    expect(reply.headers.get('vary')).to.match(/Accept-Language/);
    const again = await world.partner.get('/internal/forms/Piece', {
      headers: { 'If-None-Match': reply.headers.get('etag') ?? '', ...german },
    });
    expect(again.status).to.equal(304);
  });

  it('K84: have a word in both languages for each field that is shown at once', async () => {
    for (const [type, names] of Object.entries(firstFields))
      for (const headers of [{}, german]) {
        const { fields } = await formOf(type, headers);
        const first = fields.filter((one) => one.first);
        expect(
          first.map(({ property }) => property.slice(cargo.length)),
          type,
        ).to.have.members([...names]);
        for (const { language, property } of first)
          expect(language, property).to.equal(headers === german ? 'de' : 'en');
      }
  });

  it('K84: have words for names of the model only, in both languages', async () => {
    const { vocabularies, lists } = JSON.parse((await read('/internal/model')).text) as ModelNames;
    const [{ classes, properties } = expect.fail()] = vocabularies;
    expect(properties).to.include.members(Object.keys(propertyWords));
    expect(classes).to.include.members(Object.keys(classWords));
    expect(lists.map(({ name }) => name)).to.include.members(Object.keys(codeWords));
    for (const words of [...Object.values(propertyWords), ...Object.values(classWords).map(({ label }) => label)])
      for (const word of words) expect(word.trim()).to.equal(word).and.not.equal('');
    for (const [list, words] of Object.entries(germanCodeWords))
      for (const [code, word] of Object.entries<string>(words)) expect(word, `${list} ${code}`).not.to.equal('');
  });

  it('are below /console/api/, too', async () => {
    for (const path of ['forms', 'forms/Piece', 'codes?list=StatusCode'])
      expect((await read(`/console/api/${path}`)).text).to.equal((await read(`/internal/${path}`)).text);
  });
});

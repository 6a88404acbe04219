import { expect } from 'chai';
import type { Model } from '../../../src/model/model.js';
import { api, cargo, load, messages, root, shippedModel, turtle, violations } from '../support.js';
import { cpuTime } from '../../support/cpu-time.js';

describe('the model checks data', () => {
  let model: Model;
  before(async () => {
    model = await shippedModel();
  });

  const expectAccepted = async (text: string): Promise<void> => {
    expect(await messages(text, model)).to.deep.equal([]);
  };
  const expectRefused = async (text: string, ...sentences: string[]): Promise<void> => {
    expect(await messages(text, model)).to.deep.equal(sentences);
  };

  describe('given a value of another datatype', () => {
    it('names the property, the expected and the given value', async () => {
      const text = 'lo:p1 a cargo:Piece ; cargo:coload "maybe" .';
      expect(await violations(text, model)).to.deep.equal([
        {
          kind: 'value',
          message: 'cargo:coload of cargo:Piece must be a boolean (xsd:boolean), but "maybe" (xsd:string) was given',
          resource: root.value,
          property: cargo('coload'),
          strictOnly: true,
        },
      ]);
    });

    it('names the position of an embedded object without an IRI', async () => {
      const [violation] = await violations(
        'lo:p1 a cargo:Piece ; cargo:grossWeight [ a cargo:Value ; cargo:numericalValue "heavy" ] .',
        model,
      );
      expect(violation).to.deep.equal({
        kind: 'value',
        message:
          'cargo:numericalValue of cargo:Value in cargo:grossWeight of cargo:Piece must be a number (xsd:double), but "heavy" (xsd:string) was given',
        resource: root.value,
        property: cargo('numericalValue'),
        strictOnly: true,
      });
    });

    it('reports every violation once', async () => {
      await expectRefused(
        'lo:p1 a cargo:Piece ; cargo:coload "maybe" ; cargo:slac "many" ; cargo:goodsDescription 5 .',
        'cargo:coload of cargo:Piece must be a boolean (xsd:boolean), but "maybe" (xsd:string) was given',
        'cargo:slac of cargo:Piece must be an integer (xsd:integer), but "many" (xsd:string) was given',
        'cargo:goodsDescription of cargo:Piece must be a text (xsd:string), but "5" (xsd:integer) was given',
      );
    });

    it('reports a violation once for an object with several types of one branch', async () => {
      const types = 'cargo:Company, cargo:Organization, cargo:LogisticsAgent, cargo:LogisticsObject';
      await expectRefused(
        `lo:p1 a ${types} ; cargo:name "A", "B" .`,
        'cargo:name of cargo:Company may be given once, but 2 values were given: "A", "B"',
      );
    });

    it('accepts language-tagged text as text, and any number as a number (D5)', async () => {
      await expectAccepted('lo:p1 a cargo:Piece ; cargo:goodsDescription "Bücher"@de .');
      for (const number of ['20', '20.5', '2.05e1', '"7"^^xsd:unsignedByte']) {
        await expectAccepted(`lo:p1 a cargo:Value ; cargo:numericalValue ${number} .`);
      }
    });

    it('accepts any integer datatype for another, within its bounds', async () => {
      await expectAccepted('lo:p1 a cargo:Piece ; cargo:slac "3"^^xsd:positiveInteger .');
      await expectAccepted(
        'lo:p1 a api:Change ; api:hasLogisticsObject lo:o ; api:hasRevision 1 ; api:hasOperation <internal:1> . <internal:1> a api:Operation ; api:op api:ADD ; api:s "s" ; api:p <p:p> ; api:o "o" .',
      );
      const [violation] = await violations(
        'lo:p1 a api:Change ; api:hasLogisticsObject lo:o ; api:hasRevision 0 ; api:hasOperation <internal:1> . <internal:1> a api:Operation ; api:op api:ADD ; api:s "s" ; api:p <p:p> ; api:o "o" .',
        model,
      );
      expect(violation?.message).to.equal(
        'api:hasRevision of api:Change must be an integer of 1 or more (xsd:positiveInteger), but "0" (xsd:integer) was given',
      );
    });
  });

  describe('given too many values, or none where one must be', () => {
    it('names them', async () => {
      await expectRefused(
        'lo:p1 a cargo:PieceDg ; cargo:coload true, false .',
        'cargo:coload of cargo:PieceDg may be given once, but 2 values were given: "true", "false"',
      );
      await expectRefused(
        'lo:p1 a cargo:LogisticsEvent .',
        'cargo:eventDate of cargo:LogisticsEvent is required, but none was given',
      );
    });

    it('accepts an event for one object, or for none until the server fills it in', async () => {
      const date = 'cargo:eventDate "2023-04-01T10:38:01Z"^^xsd:dateTime';
      await expectAccepted(`lo:p1 a cargo:LogisticsEvent ; ${date} .`);
      const [violation] = await violations(
        `lo:p1 a cargo:LogisticsEvent ; ${date} ; cargo:eventFor lo:a, lo:b .`,
        model,
      );
      expect(violation?.kind).to.equal('too-many');
    });
  });

  describe('given a link', () => {
    it('accepts one without a type', async () => {
      await expectAccepted('lo:p1 a cargo:Shipment ; cargo:pieces <https://elsewhere.example/7> .');
    });

    it('accepts a subclass of the range', async () => {
      await expectAccepted('lo:p1 a cargo:Shipment ; cargo:pieces lo:p2 . lo:p2 a cargo:PieceDg .');
      await expectAccepted(
        'lo:p1 a cargo:Piece ; cargo:involvedParties [ a cargo:Party ; cargo:partyDetails lo:c ] . lo:c a cargo:Company .',
      );
    });

    it('rejects another declared type', async () => {
      await expectRefused(
        'lo:p1 a cargo:Shipment ; cargo:pieces lo:p2 . lo:p2 a cargo:Waybill .',
        'cargo:pieces of cargo:Shipment must be a cargo:Piece, but <https://1r.example.com/logistics-objects/p2> of type cargo:Waybill was given',
      );
    });

    it('accepts types of other namespaces', async () => {
      await expectAccepted('lo:p1 a cargo:Shipment ; cargo:pieces lo:p2 . lo:p2 a ex:Crate ; ex:colour "red" .');
    });

    it('requires a type of a nested Logistics Object', async () => {
      await expectRefused(
        'lo:p1 a cargo:Company ; cargo:contactPersons [ cargo:firstName "Jane" ] .',
        'cargo:contactPersons of cargo:Company must be a cargo:Actor, but an embedded object without a type was given',
      );
    });

    it('rejects a text', async () => {
      await expectRefused(
        'lo:p1 a cargo:Shipment ; cargo:pieces "https://elsewhere.example/7" .',
        'cargo:pieces of cargo:Shipment must be a cargo:Piece, but "https://elsewhere.example/7" (xsd:string) was given',
      );
    });
  });

  describe('given an embedded object', () => {
    it('gives an untyped one the class of the property', async () => {
      await expectAccepted(
        'lo:p1 a cargo:Piece ; cargo:grossWeight [ cargo:numericalValue 20.0e0 ; cargo:unit "kg" ] .',
      );
      await expectRefused(
        'lo:p1 a cargo:Piece ; cargo:grossWeight [ cargo:numericalValue 1.0e0, 2.0e0 ] .',
        'cargo:numericalValue of cargo:Value in cargo:grossWeight of cargo:Piece may be given once, but 2 values were given: "1.0e0", "2.0e0"',
      );
    });

    it('rejects one of another class', async () => {
      await expectRefused(
        'lo:p1 a cargo:Piece ; cargo:grossWeight [ a cargo:Dimensions ] .',
        'cargo:grossWeight of cargo:Piece must be a cargo:Value, but an embedded object of type cargo:Dimensions was given',
      );
    });
  });

  describe('given the names of the specification and of the newer model', () => {
    it('takes both', async () => {
      await expectAccepted('lo:p1 a cargo:Value ; cargo:value 20.0e0 ; cargo:unit "KGM" .');
      await expectAccepted(
        'lo:p1 a cargo:Value ; cargo:numericalValue 20.0e0 ; cargo:unit <https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM> .',
      );
      await expectAccepted('lo:p1 a cargo:Shipment ; cargo:shipmentOfPieces lo:a ; cargo:pieces lo:b .');
      await expectAccepted(
        'lo:p1 a cargo:CustomsInformation ; cargo:countryCode "DE" ; cargo:subjectCode "ISS" ; cargo:contentCode [ a cargo:CodeListElement ; cargo:code "RA" ] ; cargo:otherCustomsInformation "01234-01" .',
      );
      await expectAccepted(
        'lo:p1 a cargo:Piece ; cargo:handlingInstructions [ cargo:handlingInstructionsType "SPH" ; cargo:description "Valuable" ; cargo:handlingInstructionsTypeCode "VAL" ] .',
      );
    });
  });

  describe('given unknown names', () => {
    it('rejects a property of the exchange, and suggests the nearest', async () => {
      await expectRefused(
        'lo:p1 a cargo:Piece ; cargo:grosWeight [ a cargo:Value ] ; api:revision 1 .',
        'cargo:grosWeight of cargo:Piece is not a property of the data model; did you mean cargo:grossWeight?',
        'api:revision of cargo:Piece is not a property of the API vocabulary; did you mean api:hasRevision?',
      );
    });

    it('rejects an unknown class of the exchange, without further errors for the object', async () => {
      await expectRefused(
        'lo:p1 a cargo:Shipment ; cargo:pieces lo:p2 . lo:p2 a cargo:Peice .',
        'cargo:Peice, the type of <https://1r.example.com/logistics-objects/p2>, is not a class of the data model; did you mean cargo:Piece?',
      );
    });

    it('keeps the names of other namespaces', async () => {
      await expectAccepted('lo:p1 a cargo:Piece, ex:Crate ; ex:colour "red" ; ex:inside [ a ex:Box ] .');
    });
  });

  describe('given a property on a class that does not list it (D38)', () => {
    it('accepts valid values of the property', async () => {
      await expectAccepted('lo:p1 a cargo:Sensor ; cargo:goodsDescription "A logger" .');
    });

    it('rejects other values', async () => {
      await expectRefused(
        'lo:p1 a cargo:Sensor ; cargo:coload "maybe" .',
        'cargo:coload of cargo:Sensor must be a boolean (xsd:boolean), but "maybe" (xsd:string) was given',
      );
    });
  });

  describe('given a code or an enumeration value', () => {
    const list = (name: string): string => `<https://onerecord.iata.org/ns/code-lists/${name}>`;

    it('accepts a code of the list, also in the form of the oldest model (D6)', async () => {
      await expectAccepted(`lo:p1 a cargo:ULD ; cargo:serviceabilityCode ${list('ULDConditionCode#SER')} .`);
      await expectAccepted(
        'lo:p1 a cargo:ULD ; cargo:serviceabilityCode <https://onerecord.iata.org/ns/coreCodeLists#ULDConditionCode_SER> .',
      );
    });

    it('rejects an unknown one, typed or not, wherever a code is allowed', async () => {
      await expectRefused(
        `lo:p1 a cargo:ULD ; cargo:serviceabilityCode ${list('ULDConditionCode#SEX')} .`,
        'cargo:serviceabilityCode of cargo:ULD must be a code of code-lists:ULDConditionCode, but code-lists:ULDConditionCode#SEX was given; did you mean code-lists:ULDConditionCode#SER?',
      );
      const typed = `${list('ULDConditionCode#NONE')} a ${list('ULDConditionCode')} .`;
      expect(
        await messages(
          `lo:p1 a cargo:ULD ; cargo:serviceabilityCode ${list('ULDConditionCode#NONE')} . ${typed}`,
          model,
        ),
      ).to.have.length(1);
      expect(
        await messages(`lo:p1 a cargo:Piece ; cargo:contentProductionCountry ${list('StatusCode#NONE')} .`, model),
      ).to.have.length(1);
    });

    it('rejects a code of another list', async () => {
      expect(
        await messages(`lo:p1 a cargo:ULD ; cargo:serviceabilityCode ${list('StatusCode#DEP')} .`, model),
      ).to.have.length(1);
      expect(
        await messages(`lo:p1 a cargo:Piece ; cargo:specialHandlingCodes ${list('StatusCode#DEP')} .`, model),
      ).to.have.length(1);
    });

    it("accepts any code of an open list, and of its sub-lists in the parent's namespace (D39)", async () => {
      await expectAccepted(`lo:p1 a cargo:Piece ; cargo:specialHandlingCodes ${list('SpecialHandlingCode#XYZ')} .`);
      await expectAccepted(`lo:p1 a cargo:UnitsPreference ; cargo:currency ${list('CurrencyCode#EUR')} .`);
      await expectAccepted(`lo:p1 a cargo:UnitsPreference ; cargo:weightUnit ${list('MeasurementUnitCode#STN')} .`);
    });

    it('accepts only codes of the lists that SpecialHandlingCode includes (D39)', async () => {
      const piece = 'lo:p1 a cargo:Piece ; cargo:specialHandlingCodes';
      for (const included of ['SecurityStatus#SPX', 'SecurityStatus#NSC', 'DangerousGoodsCode#RFL'])
        await expectAccepted(`${piece} ${list(included)} .`);
      await expectRefused(
        `${piece} ${list('SecurityStatus#QQQQ')} .`,
        'cargo:specialHandlingCodes of cargo:Piece must be a code of code-lists:SpecialHandlingCode or code-lists:DangerousGoodsCode or code-lists:SecurityStatus, but code-lists:SecurityStatus#QQQQ was given',
      );
      await expectRefused(
        `lo:p1 a cargo:SecurityDeclaration ; cargo:securityStatus ${list('SpecialHandlingCode#VAL')} .`,
        'cargo:securityStatus of cargo:SecurityDeclaration must be a code of code-lists:SecurityStatus, but code-lists:SpecialHandlingCode#VAL was given',
      );
    });

    it('accepts codes of other vocabularies for an open list, with or without a type (D39)', async () => {
      const own = '<https://1r.example.com/specialHandlingCodes#CUS>';
      const piece = `lo:p1 a cargo:Piece ; cargo:specialHandlingCodes ${own} .`;
      await expectAccepted(piece);
      await expectAccepted(`${piece} ${own} a ${list('SpecialHandlingCode')} .`);
      await expectAccepted(`${piece} ${own} a ex:HandlingCode .`);
      const value = 'lo:p1 a cargo:UnitsPreference ;';
      await expectAccepted(`${value} cargo:currency <https://vocabulary.uncefact.org/CurrencyCodeList#CHF> .`);
      await expectAccepted(`${value} cargo:weightUnit <urn:example:units:oka> .`);
      // What is declared to be something else is no code of the list.
      for (const type of ['cargo:Piece', list('CurrencyCode')])
        expect(await messages(`${piece} ${own} a ${type} .`, model), type).to.have.length(1);
      for (const name of ['cargo:Piece', 'api:ADD', '<https://onerecord.iata.org/ns/coreCodeLists#VAL>'])
        expect(
          await messages(`lo:p1 a cargo:Piece ; cargo:specialHandlingCodes ${name} .`, model),
          name,
        ).to.have.length(1);
    });

    it('asks a code of another namespace for its type where the list is closed', async () => {
      const uld = 'lo:p1 a cargo:ULD ; cargo:serviceabilityCode ex:FINE .';
      expect(await messages(uld, model)).to.have.length(1);
      await expectAccepted(`${uld} ex:FINE a cargo:CodeListElement .`);
      await expectAccepted(`${uld} ex:FINE a ${list('ULDConditionCode')} .`);
    });

    it('accepts any code without a named list', async () => {
      await expectAccepted(
        'lo:p1 a cargo:CustomsInformation ; cargo:country <https://vocabulary.uncefact.org/CountryId#DE> .',
      );
      await expectAccepted('lo:p1 a cargo:CustomsInformation ; cargo:country [ cargo:code "DE" ] .');
    });

    it("accepts an enumeration's own values only", async () => {
      const event =
        'lo:p1 a cargo:LogisticsEvent ; cargo:eventDate "2023-04-01T10:38:01Z"^^xsd:dateTime ; cargo:eventTimeType';
      await expectAccepted(`${event} cargo:ACTUAL .`);
      const expected =
        'cargo:eventTimeType of cargo:LogisticsEvent must be one of cargo:ACTUAL, cargo:ESTIMATED, cargo:EXPECTED, cargo:PLANNED, cargo:REQUESTED, but';
      await expectRefused(`${event} cargo:ACTUEL .`, `${expected} cargo:ACTUEL was given; did you mean cargo:ACTUAL?`);
      await expectRefused(`${event} cargo:INBOUND .`, `${expected} cargo:INBOUND was given`);
      await expectRefused(
        `${event} ex:ACTUAL .`,
        `${expected} <https://example.org/terms#ACTUAL> was given; did you mean cargo:ACTUAL?`,
      );
      await expectRefused(
        `${event} "cargo:ACTUAL" .`,
        `${expected} "cargo:ACTUAL" (xsd:string) was given; did you mean {"@id": "${cargo('ACTUAL')}"}?`,
      );
    });

    it('accepts values of other namespaces for an open enumeration (D39)', async () => {
      await expectAccepted('lo:p1 a cargo:Sensor ; cargo:sensorType ex:GEIGER_COUNTER .');
      expect(await messages('lo:p1 a cargo:Sensor ; cargo:sensorType cargo:GEIGER_COUNTER .', model)).to.have.length(1);
    });
  });

  describe('given objects of the exchange', () => {
    const subscription = (lines: string): string => `lo:p1 a api:Subscription ; api:hasSubscriber lo:me ; ${lines} .`;
    const topic =
      'api:hasTopic "https://onerecord.iata.org/ns/cargo#Piece"^^xsd:anyURI ; api:hasTopicType api:LOGISTICS_OBJECT_TYPE';

    it('asks a subscription for at least one kind of event', async () => {
      await expectAccepted(subscription(`${topic} ; api:includeSubscriptionEventType api:LOGISTICS_OBJECT_CREATED`));
      await expectRefused(
        subscription(topic),
        'api:includeSubscriptionEventType of api:Subscription is required, but none was given',
      );
    });

    it('reads a URI as typed literal, plain text or IRI (D5)', async () => {
      for (const uri of [
        'lo:p1',
        '"https://1r.example.com/p"',
        '"https://1r.example.com/p"@en',
        '"https://1r.example.com/p"^^xsd:anyURI',
      ]) {
        await expectAccepted(`lo:p1 a api:ErrorDetails ; api:hasResource ${uri} .`);
      }
    });

    it("accepts an operation's object as text (D42), and refuses an unknown action", async () => {
      const operation = (op: string): string =>
        `lo:p1 a api:Operation ; api:op ${op} ; api:s "https://1r.example.com/p" ; api:p cargo:coload ; api:o "true" .`;
      await expectAccepted(operation('api:DELETE'));
      const [violation] = await violations(operation('api:REPLACE'), model);
      expect(violation).to.include({ kind: 'value', property: api('op') });
      expect(violation?.message).to.equal(
        'api:op of api:Operation must be api:ADD or api:DELETE, but api:REPLACE was given',
      );
    });

    it('accepts untyped operations and untyped objects of operations', async () => {
      const change = (op: string): string =>
        `lo:p1 a api:Change ; api:hasLogisticsObject lo:o ; api:hasRevision 1 ;
           api:hasOperation [ api:op ${op} ; api:s "s" ; api:p <p:1> ; api:o [ api:hasDatatype xsd:string ; api:hasValue "v" ] ] .`;
      await expectAccepted(change('api:ADD'));
      await expectRefused(
        change('api:PUT'),
        'api:op of api:Operation in api:hasOperation of api:Change must be api:ADD or api:DELETE, but api:PUT was given',
      );
    });

    it('accepts a delegate of any kind of organization', async () => {
      const delegation = (type: string): string =>
        `lo:p1 a api:AccessDelegation ; api:hasPermission api:GET_LOGISTICS_OBJECT ; api:hasLogisticsObject lo:o ; api:isRequestedFor lo:d . lo:d a ${type} .`;
      await expectAccepted(delegation('cargo:Carrier'));
      expect(await messages(delegation('cargo:Piece'), model)).to.have.length(1);
    });
  });

  describe('in lenient mode (D40)', () => {
    it('accepts everything, and logs a warning for each violation', async () => {
      const logged: string[] = [];
      const lenient = await load({ mode: 'lenient', log: { warn: (_, message) => logged.push(message) } });
      const answer = await lenient.check(turtle('lo:p1 a cargo:Peice ; cargo:coload "maybe" .'), [root]);
      expect(answer).to.deep.equal([]);
      expect(logged).to.have.length(2);
    });
  });

  describe('given a hostile document', () => {
    it('checks ten thousand values of a property in time, right ones and wrong ones', async () => {
      const values = (count: number): string => Array.from({ length: count }, (_, index) => `"no ${index}"`).join(', ');
      const started = cpuTime();
      await expectAccepted(`lo:p1 a cargo:Piece ; cargo:shippingMarks ${values(10_000)} .`);
      const found = await violations(`lo:p1 a cargo:Waybill ; cargo:carrierChargeCode ${values(10_000)} .`, model);
      expect(found).to.have.length(10_001);
      expect(found.filter(({ kind }) => kind === 'too-many')).to.have.length(1);
      expect(cpuTime() - started).to.be.below(10_000);
    });

    it('counts right when there are more values than it checks at a time', async () => {
      const operation = (index: number): string =>
        `[ a api:Operation ; api:op api:ADD ; api:s "s" ; api:p <p:${index}> ; api:o "o" ]`;
      const operations = Array.from({ length: 230 }, (_, index) => operation(index)).join(', ');
      await expectAccepted(
        `lo:p1 a api:Change ; api:hasLogisticsObject lo:o ; api:hasRevision 1 ; api:hasOperation ${operations} .`,
      );
      const [first, ...others] = await violations(
        `lo:p1 a api:Change ; api:hasLogisticsObject lo:o ; api:hasRevision 1 ; api:hasOperation ${operations}, "none" .`,
        model,
      );
      expect(first?.message).to.equal(
        'api:hasOperation of api:Change must be an api:Operation, but "none" (xsd:string) was given',
      );
      expect(others).to.deep.equal([]);
    });

    it('handles a cycle of embedded objects', async () => {
      await expectAccepted('lo:p1 a cargo:Piece ; ex:in _:a . _:a ex:in _:b . _:b ex:in _:a .');
      expect(await messages('_:a a cargo:Value ; ex:in _:b ; cargo:unit 5 . _:b ex:in _:a .', model)).to.have.length(1);
    });
  });
});

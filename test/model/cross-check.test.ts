import type { DatasetCore } from '@rdfjs/types';
import { expect } from 'chai';
import rdf from 'rdf-ext';
import { codeOf } from '../../src/errors.js';
import { graphOf } from '../../src/rdf/graph.js';
import type { Quad } from '../../src/rdf/terms.js';
import { rdfs } from '../../src/rdf/vocabulary.js';
import { Payloads, type WayToBreak } from './payloads.js';
import { scaled } from '../support/size.js';
import { root, shippedModel, turtle } from './support.js';

/** The part that is used here of an engine written by other people. */
interface OtherEngine {
  validate(data: DatasetCore): Promise<{ readonly conforms: boolean }> | { readonly conforms: boolean };
}

type OtherEngineClass = new (shapes: DatasetCore) => OtherEngine;

const isClass = (value: unknown): value is OtherEngineClass => typeof value === 'function';

// A devDependency that may be absent, so it is not named where the compiler would look for it.
const packageName = 'rdf-validate-shacl';

async function otherEngine(): Promise<OtherEngineClass | undefined> {
  try {
    const loaded: unknown = await import(packageName);
    const found = typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined;
    return isClass(found) ? found : undefined;
  } catch (error) {
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

describe('the shapes, checked by an independent SHACL implementation', () => {
  const payloadsInAll = scaled(10);
  const ways: readonly WayToBreak[] = ['datatype', 'too many', 'class', 'code', 'missing'];

  it(`agree on ${payloadsInAll} payloads, half of them broken, and on what the specification allows beside OWL`, async function () {
    this.timeout(scaled(600_000));
    const Engine = await otherEngine();
    if (Engine === undefined) {
      process.stdout.write(`  skipped: ${packageName} is not installed\n`);
      this.skip();
    }
    const model = await shippedModel();
    const hierarchy = (['cargo', 'api', 'code-lists'] as const).flatMap((name) =>
      Array.from(model.ontologyGraph(name)).filter(
        ({ predicate, object }) => predicate.equals(rdfs.subClassOf) && object.termType === 'NamedNode',
      ),
    );
    const engine = new Engine(rdf.dataset([...model.shapesGraph('cargo'), ...model.shapesGraph('api')]));
    const payloads = new Payloads(7);
    const documents: (readonly Quad[])[] = Array.from({ length: payloadsInAll }, (_, index) => {
      const way = ways[index % (2 * ways.length)];
      return way === undefined ? payloads.valid() : payloads.broken(way).quads;
    });
    documents.push(...special.map((text) => [...turtle(text)]));
    let broken = 0;
    for (const quads of documents) {
      const ours = (await model.check(graphOf(quads), [root])).length === 0;
      const theirs = await engine.validate(rdf.dataset([...quads, ...hierarchy]));
      if (!ours) broken++;
      expect(
        theirs.conforms,
        quads.map(({ predicate, object }) => `${predicate.value} ${object.value}`).join('\n'),
      ).to.equal(ours);
    }
    expect(broken).to.be.within(0.45 * payloadsInAll, documents.length - 0.45 * payloadsInAll);
  });
});

const list = 'https://onerecord.iata.org/ns/code-lists/';
const special = [
  'lo:p1 a cargo:Sensor ; cargo:coload true ; cargo:goodsDescription "Bücher"@de .',
  'lo:p1 a cargo:Sensor ; cargo:coload "maybe" .',
  'lo:p1 a cargo:Value ; cargo:numericalValue 5 ; cargo:unit "kg" .',
  `lo:p1 a cargo:Value ; cargo:numericalValue 5.5 ; cargo:unit <${list}MeasurementUnitCode#XYZ> .`,
  'lo:p1 a cargo:Value ; cargo:unit <https://example.org/kg> .',
  'lo:p1 a cargo:ULD ; cargo:serviceabilityCode ex:FINE . ex:FINE a cargo:CodeListElement .',
  'lo:p1 a cargo:ULD ; cargo:serviceabilityCode ex:FINE .',
  'lo:p1 a cargo:Sensor ; cargo:sensorType ex:GEIGER_COUNTER .',
  'lo:p1 a cargo:Sensor ; cargo:sensorType cargo:GEIGER_COUNTER .',
  'lo:p1 a cargo:Shipment ; cargo:pieces lo:p2 . lo:p2 a ex:Crate ; ex:colour "red" .',
  'lo:p1 a cargo:Company ; cargo:contactPersons [ cargo:firstName "Jane" ] .',
  `lo:p1 a cargo:Piece ; cargo:contentProductionCountry <${list}StatusCode#NONE> .`,
  'lo:p1 a cargo:CustomsInformation ; cargo:country <https://vocabulary.uncefact.org/CountryId#DE> ; cargo:subjectCode "ISS" .',
  `lo:p1 a cargo:Piece ; cargo:grossWeight <${list}MeasurementUnitCode#KGM> .`,
  'lo:p1 a cargo:Piece ; cargo:containedPieces cargo:CANCELLED .',
  'lo:p1 a cargo:Piece ; cargo:containedPieces cargo:Piece .',
  'lo:p1 a cargo:Piece ; cargo:specialHandlingCodes cargo:Piece .',
  ...['SecurityStatus#SPX', 'SecurityStatus#SPY', 'DangerousGoodsCode#RFL', 'SpecialHandlingCode#XYZ'].map(
    (name) => `lo:p1 a cargo:Piece ; cargo:specialHandlingCodes <${list}${name}> .`,
  ),
  'lo:p1 a cargo:Piece ; cargo:specialHandlingCodes <https://1r.example.com/specialHandlingCodes#CUS> .',
  'lo:p1 a cargo:UnitsPreference ; cargo:currency lo:chf . lo:chf a cargo:Piece .',
  'lo:p1 a cargo:Sensor ; cargo:sensorType api:ADD .',
  `lo:p1 a cargo:Sensor ; cargo:sensorType <${list}MeasurementUnitCode#KGM> .`,
  `lo:p1 a cargo:UnitsPreference ; cargo:volumeUnit <${list}MeasurementUnitCode#GRM> .`,
  `lo:p1 a cargo:UnitsPreference ; cargo:volumeUnit <${list}MeasurementUnitCode#MLT> .`,
  'lo:p1 a cargo:LogisticsEvent ; cargo:eventDate "2026-03-01T10:00:00"^^xsd:dateTime .',
  'lo:p1 a cargo:LogisticsEvent ; cargo:eventDate "2026-03-01T10:00:00+01:00"^^xsd:dateTime .',
  'lo:p1 a api:Notification ; api:hasEventType api:LOGISTICS_OBJECT_CREATED ; api:hasLogisticsObject api:ADD .',
  'lo:p1 a api:ErrorDetails ; api:hasResource "https://1r.example.com/p"@en ; api:hasProperty cargo:coload .',
  'lo:p1 a api:Notification ; api:hasEventType api:LOGISTICS_OBJECT_CREATED ; api:hasLogisticsObject lo:p2 . lo:p2 a cargo:Value .',
];

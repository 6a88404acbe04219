import { expect } from 'chai';
import type { Model } from '../../src/model/model.js';
import { graphOf } from '../../src/rdf/graph.js';
import { isIri, type Quad } from '../../src/rdf/terms.js';
import { Payloads, shortName, waysToBreak } from './payloads.js';
import { root, shippedModel, violations } from './support.js';

const seed = 20260401;
const each = 80;

const show = (quads: readonly Quad[]): string =>
  quads
    .map(
      ({ subject, predicate, object }) => `${subject.value} ${shortName(predicate.value)} ${shortName(object.value)}`,
    )
    .join('\n');

describe('payloads generated from the tables', () => {
  let model: Model;
  before(async () => {
    model = await shippedModel();
  });

  it('are accepted when nothing is broken', async () => {
    const payloads = new Payloads(seed);
    for (let count = 0; count < 300; count++) {
      const quads = payloads.valid();
      const found = await model.check(graphOf(quads), [root]);
      expect(
        found.map(({ message }) => message),
        show(quads),
      ).to.deep.equal([]);
    }
  });

  for (const way of waysToBreak) {
    it(`are rejected with one detail that names the error (${each} × ${way})`, async () => {
      const payloads = new Payloads(seed + 1 + waysToBreak.indexOf(way));
      for (let count = 0; count < each; count++) {
        const { quads, property, what } = payloads.broken(way);
        const found = await model.check(graphOf(quads), [root]);
        expect(
          found.map((violation) => violation.property),
          `${show(quads)}\n${found.map(({ message }) => message).join('\n')}`,
        ).to.deep.equal([property]);
        // The object, or an object of it that has an address (D53).
        const addresses = new Set<string | undefined>(quads.map(({ subject }) => subject.value).filter(isIri));
        expect(
          found.filter(({ resource }) => !addresses.has(resource)),
          show(quads),
        ).to.deep.equal([]);
        const named = way === 'unknown class' ? what : property;
        expect(found[0]?.message).to.contain(shortName(named));
      }
    });
  }
});

describe('objects of the exchange with one field missing', () => {
  const bodies: Record<string, Record<string, string>> = {
    Change: {
      hasLogisticsObject: 'lo:o',
      hasRevision: '1',
      hasOperation: '[ a api:Operation ; api:op api:ADD ; api:s "s" ; api:p <p:p> ; api:o "o" ]',
    },
    Operation: {
      op: 'api:DELETE',
      s: '"s"',
      p: '<p:p>',
      o: '[ a api:OperationObject ; api:hasDatatype xsd:string ; api:hasValue "v" ]',
    },
    OperationObject: { hasDatatype: 'xsd:string', hasValue: '"v"' },
    AccessDelegation: { hasPermission: 'api:GET_LOGISTICS_OBJECT', isRequestedFor: 'lo:d', hasLogisticsObject: 'lo:o' },
    Subscription: {
      hasSubscriber: 'lo:s',
      hasTopicType: 'api:LOGISTICS_OBJECT_IDENTIFIER',
      hasTopic: '<https://1r.example.com/logistics-objects/o>',
      includeSubscriptionEventType: 'api:LOGISTICS_OBJECT_CREATED, api:LOGISTICS_EVENT_RECEIVED',
    },
    Notification: { hasEventType: 'api:CHANGE_REQUEST_ACCEPTED' },
    Verification: {
      hasError: '[ a api:Error ; api:hasTitle "t" ; api:hasErrorDetail [ a api:ErrorDetail ] ]',
      hasLogisticsObject: 'lo:o',
      hasRevision: '"1"^^xsd:positiveInteger',
    },
    Error: { hasTitle: '"t"', hasErrorDetail: '[ a api:ErrorDetails ; api:hasCode "400" ]' },
  };
  for (const [type, fields] of Object.entries(bodies)) {
    const body = (kept: Record<string, string>): string =>
      `lo:p1 ${[`a api:${type}`, ...Object.entries(kept).map(([name, value]) => `api:${name} ${value}`)].join(' ; ')} .`;
    it(`are rejected with the name of the field: ${type}`, async () => {
      expect(await violations(body(fields))).to.deep.equal([]);
      for (const name of Object.keys(fields)) {
        const kept = Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
        const found = await violations(body(kept));
        expect(found.map(({ message }) => message)).to.deep.equal([
          `api:${name} of api:${type} is required, but none was given`,
        ]);
      }
    });
  }
});

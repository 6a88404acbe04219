/** Lines of customs and security information (X26): security goes into one SecurityDeclaration of the shipment. */
import type { SecurityLine } from '../../mapping/mappings.js';
import { xsd } from '../../../rdf/vocabulary.js';
import type { Bound } from '../bind.js';
import { DraftNode } from '../draft.js';
import type { Leaf } from '../findings.js';
import type { GroupRule, MessageReading, Place } from '../message-reading.js';
import { integer, iriTerm, literal } from '../values.js';
import { endOfMonth, readSecurityDate } from './security-times.js';

const ENTITY = 'regulatedEntityIdentifier';

/** The values of a line by the last property of their targets, before the code of a CodeListElement. */
interface Line {
  readonly content: Leaf | undefined;
  readonly text: Leaf | undefined;
  readonly subject: Leaf | undefined;
  readonly country: Leaf | undefined;
}

export const customsLine: GroupRule = (reading, bound, place) => {
  const line = lineOf(bound);
  const { waybill } = place;
  waybill.customsLines += 1;
  const start = bound.row.target === undefined ? undefined : reading.placing.from(bound.row.target, place.scope);
  const last = start?.rest.at(-1);
  if (start === undefined || last === undefined || bound.row.target === undefined) return false;
  const shipment = reading.placing.reach(start.node, start.rest.slice(0, -1), last.class);
  if (line.text !== undefined && new Security(reading, shipment, place, line).take(line.text)) return true;
  const node = new DraftNode('CustomsInformation');
  shipment.link(last.property, node);
  node.set('ociLineNumber', integer(waybill.customsLines));
  // It is found again by what it is about and its rank among equal ones, not by its place.
  node.label = [line.country, line.subject, line.content].map((leaf) => leaf?.value ?? '').join(' ');
  const scope = { class: bound.row.target.class, steps: bound.row.target.steps, node, above: place.scope };
  for (const child of bound.children)
    if (child.leaf !== undefined) reading.plain(child, child.leaf, { ...place, scope });
  return true;
};

function lineOf({ children }: Bound): Line {
  const of = (property: string): Leaf | undefined =>
    children.find(({ row }) => row.target?.steps.some((step) => step.property === property) === true)?.leaf;
  return {
    content: of('contentCode'),
    text: of('otherCustomsInformation'),
    subject: of('subjectCode'),
    country: of('country'),
  };
}

class Security {
  constructor(
    private readonly reading: MessageReading,
    /** The one that the line is about: in a list of houses the master's. */
    private readonly shipment: DraftNode,
    private readonly place: Place,
    private readonly line: Line,
  ) {}

  /** Whether the line is one of security; its values have been taken then. */
  take(text: Leaf): boolean {
    const { subject, content } = this.line;
    const rule = this.reading.mappings.securityLines.find(
      (one) => one.subject === (subject?.value ?? '') && one.contents.includes(content?.value ?? ''),
    );
    if (rule === undefined || !this.#set(rule, text)) return false;
    for (const leaf of [text, subject, content]) leaf?.taken();
    // Only the identifier of an entity has a country.
    const { country } = this.line;
    if (rule.steps.at(-1)?.property === ENTITY) country?.taken();
    else country?.leftOut('no-place');
    return true;
  }

  #set({ steps }: SecurityLine, text: Leaf): boolean {
    const [first, second] = steps;
    if (first === undefined) return false;
    const property = second?.property ?? first.property;
    const code = this.#codeOf(first.property, text.value);
    switch (property) {
      case ENTITY:
        this.#entity(first.property, text);
        return true;
      case 'regulatedEntityExpiryDate':
        return this.#expiry(text);
      case 'lastName': {
        const person = this.#declaration().nodes('issuedBy')[0] ?? new DraftNode('Person');
        if (!person.isEmpty) return false;
        person.set('lastName', literal(text.value), text);
        this.#declaration().link('issuedBy', person);
        return true;
      }
      case 'issuedOn': {
        const time = readSecurityDate(text.value);
        if (time === undefined || this.#has(property)) return false;
        this.#declaration().set(property, literal(time, xsd.dateTime.value), text);
        return true;
      }
      case 'additionalSecurityInformation':
        this.#append(property, text);
        return true;
      case 'securityStatus':
        if (code === undefined || this.#has(property)) return false;
        this.#declaration().set(property, iriTerm(code), text);
        return true;
      case 'screeningMethods':
        if (code === undefined) this.#declaration().set('otherScreeningMethods', literal(text.value), text);
        else this.#declaration().set(property, iriTerm(code), text);
        return true;
      default:
        if (code === undefined) return false;
        this.#declaration().set(property, iriTerm(code), text);
        return true;
    }
  }

  #codeOf(property: string, value: string): ReturnType<MessageReading['mappings']['names']['code']> {
    const { names } = this.reading.mappings;
    const list = names.listOf(property);
    return list === undefined ? undefined : names.code(list, value);
  }

  /** The country is the first part of the identifier: `IE/01234-01`. */
  #entity(property: string, text: Leaf): void {
    const { country, content } = this.line;
    const entity = new DraftNode('RegulatedEntity');
    const identifier = country === undefined ? text.value : `${country.value}/${text.value}`;
    entity.set(ENTITY, literal(identifier), text);
    const category = this.reading.mappings.names.code('RegulatedEntityCategoryCode', content?.value ?? '');
    if (category !== undefined) entity.set('regulatedEntityCategory', iriTerm(category), content);
    this.#declaration().link(property, entity);
    this.place.waybill.lastEntity = entity;
  }

  /** An expiry belongs to the entity of the nearest line before it. */
  #expiry(text: Leaf): boolean {
    const entity = this.place.waybill.lastEntity;
    const time = endOfMonth(text.value);
    if (entity === undefined || time === undefined || entity.of('regulatedEntityExpiryDate').length > 0) return false;
    entity.set('regulatedEntityExpiryDate', literal(time, xsd.dateTime.value), text);
    return true;
  }

  #append(property: string, text: Leaf): void {
    const before = this.#declaration().text(property);
    this.#declaration().remove(property);
    this.#declaration().set(property, literal(before === undefined ? text.value : `${before}\n${text.value}`), text);
  }

  #has(property: string): boolean {
    return this.#present()?.of(property).length ? true : false;
  }

  #present(): DraftNode | undefined {
    return this.shipment.nodes('securityDeclarations')[0];
  }

  #declaration(): DraftNode {
    const present = this.#present();
    if (present !== undefined) return present;
    const declaration = new DraftNode('SecurityDeclaration');
    this.shipment.link('securityDeclarations', declaration);
    return declaration;
  }
}

/** Lines of customs and security information (X26): those of security first, in the order of oci.tsv. */
import type { Steps } from '../../../async/turns.js';
import { instantOf } from '../../../rdf/literals.js';
import type { Row } from '../../mapping/row.js';
import type { SecurityLine } from '../../mapping/mappings.js';
import type { DraftNode, DraftValue, TermValue } from '../../reading/draft.js';
import {
  endOfMonth,
  readSecurityDate,
  writeEndOfMonth,
  writeSecurityDate,
} from '../../reading/rules/security-times.js';
import { withoutIllegal, type XmlNode } from '../../xml/xml-writer.js';
import type { GroupRule, MessageWriting } from '../message-writing.js';
import { contentOf, compareTexts, inOrder } from '../order.js';
import { type Found, terms } from '../walk.js';

/** A line of security. */
interface Line {
  readonly subject: string;
  readonly content: string;
  readonly country?: string | undefined;
  readonly text: string;
  readonly values: readonly DraftValue[];
}

const ENTITY = 'regulatedEntityIdentifier';
const EXPIRY = 'regulatedEntityExpiryDate';
/** The country is the first part of the identifier: `IE/01234-01`. */
const IDENTIFIER = /^([A-Z]{2})\/(.+)$/s;

export const customsLines: GroupRule = function* (writing, row, place, depth): Steps<readonly XmlNode[] | undefined> {
  if (!row.children.some(({ rule }) => rule === 'X26')) return undefined;
  if (place.status?.isLast === false) return [];
  const { target } = row;
  const start = target === undefined ? undefined : writing.walk.from(target, place.scope);
  const last = start?.rest.at(-1);
  if (target === undefined || start === undefined || last === undefined) return [];
  const [shipment] = writing.walk.follow([start.found], start.rest.slice(0, -1));
  if (shipment === undefined) return [];
  const written = new SecurityLines(writing, shipment)
    .lines()
    .flatMap((line) => securityElement(writing, row, line, depth));
  const { founds } = inOrder(writing.walk.follow([shipment], [last]), writing.gathered);
  for (const found of founds) {
    const scope = { class: target.class, steps: target.steps, found, above: place.scope };
    const element = yield* writing.element(row, { ...place, scope }, depth);
    if (element !== undefined) written.push(element);
  }
  return written;
};

/** The elements by the last property of their rows' targets, before the code of a CodeListElement. */
function securityElement(writing: MessageWriting, row: Row, line: Line, depth: number): XmlNode[] {
  const texts: Readonly<Record<string, string | undefined>> = {
    contentCode: line.content,
    otherCustomsInformation: line.text,
    subjectCode: line.subject,
    country: line.country,
  };
  if (withoutIllegal(line.text) !== line.text || line.text.trim() === '') {
    writing.carriage.leaveOut(line.values, 'not-in-xml');
    return [];
  }
  writing.carriage.carry(line.values);
  const children = row.children.flatMap(({ name, target }) => {
    const property = Object.keys(texts).find((one) => target?.steps.some((step) => step.property === one) === true);
    const text = texts[property ?? ''] ?? '';
    return text === '' ? [] : [writing.leaf(name, text)];
  });
  return [writing.branch(row, children, depth)];
}

class SecurityLines {
  readonly #lines: Line[] = [];

  constructor(
    private readonly writing: MessageWriting,
    private readonly shipment: Found,
  ) {}

  /** The lines of the first declaration; a shipment has one. */
  lines(): readonly Line[] {
    const [declaration, ...others] = this.#sorted(this.shipment.node, 'securityDeclarations');
    for (const other of others) this.writing.carriage.leaveOutNode(other);
    if (declaration !== undefined) for (const line of this.writing.mappings.securityLines) this.#add(line, declaration);
    return this.#lines;
  }

  #sorted(node: DraftNode, property: string): DraftNode[] {
    return node
      .nodes(property)
      .toSorted((one, other) =>
        compareTexts(contentOf(one, this.writing.gathered), contentOf(other, this.writing.gathered)),
      );
  }

  #add(line: SecurityLine, declaration: DraftNode): void {
    const [first, second] = line.steps;
    const [content = ''] = line.contents;
    if (first === undefined || first.property === EXPIRY) return;
    if (second?.property === ENTITY) {
      for (const entity of this.#sorted(declaration, first.property)) this.#entity(line, entity);
      return;
    }
    const holders = second === undefined ? [declaration] : this.#sorted(declaration, first.property);
    for (const holder of holders)
      for (const value of this.#values(holder, (second ?? first).property)) {
        const say = (text: string): void => {
          this.#lines.push({ subject: line.subject, content, text, values: [value] });
        };
        this.#texts((second ?? first).property, value).forEach(say);
      }
    // A method that the list does not have has a property of its own.
    if (first.property === 'screeningMethods')
      for (const value of this.#values(declaration, 'otherScreeningMethods'))
        if (value.term.kind === 'literal' && this.#codeOf(first.property, value.term.text) === undefined)
          this.#lines.push({ subject: line.subject, content, text: value.term.text, values: [value] });
  }

  #values(node: DraftNode, property: string): TermValue[] {
    const textOf = ({ term }: TermValue): string => (term.kind === 'iri' ? term.iri : term.text);
    return terms(node, property).toSorted((one, other) => compareTexts(textOf(one), textOf(other)));
  }

  /** The texts of the lines that say a value; none for one that lines cannot say. */
  #texts(property: string, { term }: TermValue): readonly string[] {
    if (term.kind === 'iri') {
      const code = this.writing.mappings.names.listedCode(term.iri);
      return code !== undefined && this.#codeOf(property, code) === term.iri ? [code] : [];
    }
    if (property === 'issuedOn') return same(writeSecurityDate(term.text), term.text, readSecurityDate);
    return property === 'additionalSecurityInformation' ? term.text.split('\n') : [term.text];
  }

  #codeOf(property: string, code: string): string | undefined {
    const { names } = this.writing.mappings;
    const list = names.listOf(property);
    return list === undefined ? undefined : names.code(list, code);
  }

  /** A regulated entity; one without a category has the code that no category has. */
  #entity({ subject, contents }: SecurityLine, entity: DraftNode): void {
    const [identifier] = terms(entity, ENTITY);
    const [category] = terms(entity, 'regulatedEntityCategory');
    const [expiry] = terms(entity, EXPIRY);
    const { names } = this.writing.mappings;
    const content = contents.find((code) => {
      const iri = names.code('RegulatedEntityCategoryCode', code);
      return category === undefined ? iri === undefined : category.term.kind === 'iri' && category.term.iri === iri;
    });
    if (identifier?.term.kind !== 'literal' || content === undefined) return;
    const [, country, rest] = IDENTIFIER.exec(identifier.term.text) ?? [];
    const values = [identifier, ...(category === undefined ? [] : [category])];
    this.#lines.push({ subject, content, country, text: rest ?? identifier.term.text, values });
    if (expiry?.term.kind !== 'literal') return;
    const rule = this.writing.mappings.securityLines.find(({ steps: [first] }) => first?.property === EXPIRY);
    const [text] = same(writeEndOfMonth(expiry.term.text), expiry.term.text, endOfMonth);
    if (rule === undefined || text === undefined) return;
    this.#lines.push({ subject: rule.subject, content: rule.contents[0] ?? '', text, values: [expiry] });
  }
}

/** The text of a time, if reading it gives the time again. */
function same(text: string, time: string, read: (text: string) => string | undefined): string[] {
  const again = read(text);
  return again !== undefined && instantOf(again) === instantOf(time) ? [text] : [];
}

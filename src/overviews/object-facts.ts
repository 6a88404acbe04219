/** What a revision states about its object, as far as an overview shows it. */
import type { Graph } from '../rdf/graph.js';
import { type Iri, isIri, node, type Term } from '../rdf/terms.js';
import { codeText, type OverviewTerms } from './overview-terms.js';
import { type Quantity, sumOf } from './quantities.js';

type Name = keyof OverviewTerms;

/** A place: embedded, or a link to an object. */
export interface StatedPlace {
  readonly uri: Iri | undefined;
  /** Its code or name, if the revision states it. */
  readonly label: string | undefined;
}

export interface StatedParty {
  readonly role: string | undefined;
  readonly uri: Iri | undefined;
  readonly label: string | undefined;
}

export interface StatedDocument {
  readonly uri: Iri | undefined;
  readonly label: string | undefined;
  readonly type: string | undefined;
  readonly link: string | undefined;
}

export interface Measures {
  readonly length: Quantity | undefined;
  readonly width: Quantity | undefined;
  readonly height: Quantity | undefined;
  readonly volume: Quantity | undefined;
}

export class ObjectFacts {
  readonly #root: Term;

  /** @param subject the object in the statements; an embedded one has statements below it. */
  constructor(
    private readonly data: Graph,
    subject: Iri | Term,
    private readonly terms: OverviewTerms,
  ) {
    this.#root = typeof subject === 'string' ? node(subject) : subject;
  }

  /** The objects that a property names, in order of their statements. */
  links(...names: readonly Name[]): Iri[] {
    const terms = names.flatMap((name) => this.data.objects(this.#root, this.terms[name]));
    return [...new Set(terms.flatMap((term) => (isLink(term) ? [term.value] : [])))];
  }

  text(...names: readonly Name[]): string | undefined {
    for (const name of names)
      for (const { termType, value } of this.data.objects(this.#root, this.terms[name]))
        if (termType === 'Literal' && value.trim() !== '') return value.trim();
    return undefined;
  }

  /** The texts of codes; a code may be a node with `code`. */
  codes(name: Name): string[] {
    return this.data
      .objects(this.#root, this.terms[name])
      .map((term) => this.#below(term).text('code') ?? codeText(term))
      .sort();
  }

  /** All texts of a property. */
  texts(name: Name): string[] {
    const literals = this.data.objects(this.#root, this.terms[name]).filter(({ termType }) => termType === 'Literal');
    return literals.map(({ value }) => value.trim()).filter((value) => value !== '');
  }

  /** The HS codes of embedded products; those of linked ones stand in their own revisions. */
  get hsCodes(): string[] {
    return [...this.codes('hsCode'), ...this.#parts('contentProducts').flatMap((product) => product.codes('hsCode'))];
  }

  /** With prefix, as people write it. */
  get waybillNumber(): string | undefined {
    const [number, prefix] = [this.text('waybillNumber'), this.text('waybillPrefix')];
    return prefix === undefined ? number : number && `${prefix}-${number}`;
  }

  quantity(name: Name): Quantity | undefined {
    return this.#quantities(name)[0];
  }

  /** The gross weight that a waybill, a shipment or a piece declares. */
  get weight(): Quantity | undefined {
    const stated = this.quantity('totalGrossWeight') ?? this.quantity('grossWeight');
    if (stated !== undefined) return stated;
    const lines = this.#parts('waybillLineItems').map((line) => line.quantity('rateGrossWeight'));
    return lines.length === 0 ? undefined : sumOf(lines);
  }

  get measures(): Measures | undefined {
    const [dimensions] = this.#parts('dimensions');
    if (dimensions === undefined) return undefined;
    const [length, width, height] = (['length', 'width', 'height'] as const).map((name) => dimensions.quantity(name));
    const volume = dimensions.quantity('volume');
    return [length, width, height, volume].every((one) => one === undefined)
      ? undefined
      : { length, width, height, volume };
  }

  place(name: Name): StatedPlace | undefined {
    const [term] = this.data.objects(this.#root, this.terms[name]);
    if (term === undefined) return undefined;
    if (term.termType === 'Literal') return { uri: undefined, label: term.value };
    return { uri: isLink(term) ? term.value : undefined, label: this.#below(term).placeLabel };
  }

  /** The name of this place. */
  get placeLabel(): string | undefined {
    return this.codes('locationCodes')[0] ?? this.text('locationName');
  }

  get parties(): StatedParty[] {
    return this.#parts('involvedParties').map((party) => {
      const [agent] = party.data.objects(party.#root, this.terms.partyDetails);
      return {
        role: party.codes('partyRole')[0],
        uri: agent !== undefined && isLink(agent) ? agent.value : undefined,
        label: agent === undefined ? undefined : this.#below(agent).text('name', 'shortName'),
      };
    });
  }

  get documents(): StatedDocument[] {
    return this.data.objects(this.#root, this.terms.externalReferences).map((term) => ({
      uri: isLink(term) ? term.value : undefined,
      ...this.#below(term).document,
    }));
  }

  /** What this reference says about a document. */
  get document(): Omit<StatedDocument, 'uri'> {
    const [link] = this.data.objects(this.#root, this.terms.documentLink);
    return {
      label: this.text('documentName', 'documentIdentifier'),
      type: this.codes('documentType')[0],
      link: link?.value,
    };
  }

  #parts(name: Name): ObjectFacts[] {
    return this.data
      .objects(this.#root, this.terms[name])
      .flatMap((term) => (term.termType === 'Literal' ? [] : [this.#below(term)]));
  }

  #quantities(name: Name): Quantity[] {
    return this.#parts(name).flatMap((part) => {
      const number = Number(part.text('numericalValue', 'value') ?? NaN);
      return Number.isFinite(number) ? [{ value: number, unit: part.codes('unit')[0] }] : [];
    });
  }

  #below(term: Term): ObjectFacts {
    return new ObjectFacts(this.data, term, this.terms);
  }
}

/** Whether a term is the address of an object, not the name of a node within one. */
function isLink(term: Term): term is Term & { readonly value: Iri } {
  const { termType, value } = term;
  return (
    termType === 'NamedNode' && value.slice(0, value.lastIndexOf('/')).endsWith('/logistics-objects') && isIri(value)
  );
}

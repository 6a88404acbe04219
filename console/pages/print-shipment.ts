/** `/logistics-objects/<id>/print[?at=]`: the whole shipment as one document on A4 (K85). */
import type { Overview, PieceItem, PieceItems, RevisionsAnswer } from '../../src/console/responses.js';
import {
  askJson,
  button,
  consoleApi,
  define,
  empty,
  fact,
  html,
  localName,
  nothing,
  number,
  plainText,
  query,
  Resource,
  section,
  shared,
  type Sheet,
  show,
  table,
  type TemplateResult,
  visibleText,
} from '../core/index.js';
import { type NamedObject, ObjectPage } from '../parts/object-page.js';
import {
  dimensionsView,
  documentsTable,
  milestonesTable,
  overviewFacts,
  partiesTable,
  piecesWeight,
  quantityView,
} from '../parts/overview-views.js';
import { overviewTexts as o } from '../texts/overview.js';
import { printTexts as t } from '../texts/print-shipment.js';

/** Pieces of one answer, and of the document. */
const PAGE_SIZE = 200;
const MAX_PIECES = 1_000;

/** All that is on the document. */
interface PrintedShipment {
  readonly overview: Overview;
  readonly pieces: readonly PieceItem[];
  readonly total: number;
  /** The latest revision of the shipment; undefined as of a time. */
  readonly revision: number | undefined;
}

class PrintShipmentPage extends ObjectPage {
  readonly #shipment = new Resource<PrintedShipment>(this);

  protected readonly tab = 'object';
  protected get pageTitle(): string {
    return t.title;
  }

  protected override get named(): NamedObject | undefined {
    const overview = this.#shipment.value?.overview;
    return overview && { label: overview.numbers[0]?.number ?? overview.shipment?.label ?? overview.label };
  }

  get #at(): string | undefined {
    return this.route.query.get('at') ?? undefined;
  }

  /** Each sheet says of what it is, of which revision, and as of when. */
  override get sheet(): Sheet {
    const { overview, revision } = this.#shipment.value ?? {};
    const at = this.#at;
    return {
      uri: overview?.shipment?.uri ?? this.uri,
      facts: [
        ...(revision === undefined ? [] : [shared.revisionOf(revision, revision)]),
        ...(at === undefined ? [] : [t.asOf(plainText(at, 40))]),
      ],
    };
  }

  override load(): void {
    const at = this.#at;
    const address = this.api('');
    this.#shipment.load(`${address} ${at ?? ''}`, async (signal) => {
      const overview = await askJson<Overview>(`${address}/overview${query({ at })}`, { signal });
      const { shipment } = overview;
      if (shipment === null) return { overview, pieces: [], total: 0, revision: undefined };
      const pieces: PieceItem[] = [];
      let total = Infinity;
      for (let skip = 0; skip < Math.min(total, MAX_PIECES); skip += PAGE_SIZE) {
        const path = `${address}/pieces${query({ at, limit: PAGE_SIZE, skip })}`;
        const answer = await askJson<PieceItems>(path, { signal });
        ({ total } = answer);
        pieces.push(...answer.items);
      }
      const revisions = consoleApi(`/objects/${localName(shipment.uri)}/revisions${query({ limit: 1 })}`);
      const revision = at === undefined ? (await askJson<RevisionsAnswer>(revisions, { signal })).latest : undefined;
      return { overview, pieces, total, revision };
    });
  }

  protected override render(): unknown {
    return show(this.#shipment, (shipment) => this.#document(shipment), { lines: 12 });
  }

  #document({ overview, pieces, total }: PrintedShipment): TemplateResult {
    const { shipment, parties, documents, milestones, numbers, truncated } = overview;
    if (shipment === null)
      return html`<h1>${t.title}</h1>
        ${empty(t.noShipment)}`;
    const number = numbers[0]?.number;
    const codes = [...new Set(pieces.flatMap((piece) => piece.codes))].sort();
    return html`<article class="print-shipment stack">
      <div class="page-head">
        <div>
          <p class="kicker">${o.shipment}</p>
          <h1>${visibleText(number ?? shipment.label ?? localName(shipment.uri))}</h1>
        </div>
        <div class="buttons">
          ${button({ text: t.print, tone: 'primary' }, () => {
            print();
          })}
        </div>
      </div>
      ${truncated || total > pieces.length ? html`<p class="notice wait">${t.notAll(pieces.length, total)}</p>` : nothing}
      ${overviewFacts(overview, shipment.uri)}
      ${codes.length === 0 ? nothing : html`<dl class="facts">${fact(t.handling, visibleText(codes.join(', ')))}</dl>`}
      ${parties.length === 0 ? nothing : section('parties', o.parties, partiesTable(overview))}
      ${milestones.length === 0 ? nothing : section('milestones', o.milestones, milestonesTable(overview))}
      ${section(
        'pieces',
        o.pieces,
        html`${piecesOnPaper(pieces)}
          <p class="sums">${o.sum(total, total)}${piecesWeight(pieces)}</p>`,
      )}
      ${documents.length === 0 ? nothing : section('documents', o.documents, documentsTable(overview))}
      <div class="signatures">
        ${[t.placeAndDate, t.name, t.signature, t.stamp].map((line) => html`<p>${line}</p>`)}
      </div>
    </article>`;
  }
}
define('cg-print-shipment', PrintShipmentPage);

const piecesOnPaper = (pieces: readonly PieceItem[]): TemplateResult =>
  table({
    caption: o.pieces,
    rows: pieces.map((piece, index) => ({ ...piece, place: index + 1 })),
    columns: [
      { heading: t.place, isNumber: true, cell: ({ place }) => number(place) },
      { heading: o.upid, isHeading: true, cell: ({ upid, uri }) => visibleText(upid ?? localName(uri)) },
      { heading: o.goods, cell: ({ goods }) => (goods === null ? nothing : visibleText(goods)) },
      { heading: o.weight, isNumber: true, cell: ({ weight }) => quantityView(weight) },
      { heading: o.dimensions, cell: dimensionsView },
      { heading: t.hsCode, cell: ({ hsCodes }) => visibleText(hsCodes.join(', ')) },
      { heading: t.marks, cell: ({ marks }) => visibleText(marks.join(', ')) },
      { heading: o.revision, isNumber: true, cell: ({ revision }) => number(revision) },
    ],
  });

/** `…/graph?direction=&depth=&at=`: the links from and to an object. */
import type { LinkEdge, LinkNode, LinksAnswer } from '../../src/console/responses/drawings.js';
import {
  define,
  empty,
  failed,
  type Failure,
  html,
  nothing,
  plainText,
  query,
  Resource,
  show,
  table,
  termText,
} from '../core/index.js';
import { drawing } from '../parts/graph-drawing.js';
import { objectPath } from '../parts/object-head.js';
import type { NamedObject } from '../parts/object-page.js';
import { choices } from '../parts/choices.js';
import { momentOf, DrawingPage } from '../parts/drawings.js';
import { graphTexts as t } from '../texts/graph.js';

type Direction = keyof typeof t.directions;
const isDirection = (text: string): text is Direction => Object.hasOwn(t.directions, text);

class GraphPage extends DrawingPage {
  protected get pageTitle(): string {
    return t.title;
  }
  protected readonly tab = 'graph';
  readonly #links = new Resource<LinksAnswer>(this);

  protected override get named(): NamedObject | undefined {
    return this.#links.value?.nodes[0];
  }

  get #direction(): Direction {
    const text = this.route.query.get('direction') ?? '';
    return isDirection(text) ? text : 'both';
  }

  get #depth(): '1' | '2' {
    return this.route.query.get('depth') === '2' ? '2' : '1';
  }

  override load(): void {
    const at = momentOf(this.route);
    this.#links.read(this.api('/links') + query({ direction: this.#direction, depth: this.#depth, at }));
  }

  protected override render(): unknown {
    const at = momentOf(this.route);
    return html`${this.drawingHead(
      t.moment,
      html`${choices(this.route, 'direction', { label: t.direction, current: this.#direction, values: t.directions }, 'both')}
      ${choices<'1' | '2'>(this.route, 'depth', { label: t.depth, current: this.#depth, values: t.depths }, '1')}`,
    )}
    ${at === undefined ? nothing : html`<p class="notice">${t.asOf} <cg-time .time=${at} .exact=${true}></cg-time></p>`}
    ${show(this.#links, (answer) => this.#body(answer), {
      lines: 8,
      failed: (failure) => this.#failed(failure, at),
    })}`;
  }

  #failed(failure: Failure, at: string | undefined): unknown {
    return at !== undefined && failure.kind === 'not-found'
      ? empty(t.noThen)
      : failed(failure, () => void this.#links.reload());
  }

  #body(answer: LinksAnswer): unknown {
    const { nodes, edges, truncated } = answer;
    if (nodes.length === 1) return html`${empty(t.alone)}`;
    return html`<div class="drawing-page neighbours">
      <figure class="card drawing">
        ${drawing(answer, (node) => this.#pathOf(node))}
        <figcaption class="hint">${t.legend}</figcaption>
      </figure>
      <section aria-label=${t.links(edges.length)}>
        ${truncated ? html`<p class="notice">${t.truncated}</p>` : nothing} ${linksTable(answer)}
      </section>
    </div>`;
  }

  /** The page of another node's neighbours, with the same parameters. */
  #pathOf({ uri }: LinkNode): string {
    const id = uri.slice(uri.lastIndexOf('/') + 1);
    const parameters = this.route.query.toString();
    return `${objectPath(id)}/graph${parameters === '' ? '' : `?${parameters}`}`;
  }
}
define('cg-graph', GraphPage);

function linksTable({ nodes, edges, more }: LinksAnswer): unknown {
  const byUri = new Map(nodes.map((node) => [node.uri, node]));
  const counted = new Set<string>();
  const object = (uri: string): unknown => {
    const node = byUri.get(uri);
    return html`<cg-uri .uri=${uri} .label=${node?.label} .type=${node?.type} .compact=${true}></cg-uri>${
        node === undefined || node.readable
          ? nothing
          : html` <span class="tag">${node.missing ? t.missing : node.here ? t.closedLong : t.outside}</span>`
      }`;
  };
  /** Each object once. */
  const notes = (...uris: readonly string[]): unknown => {
    const found = uris.flatMap((uri) => {
      const count = more[uri] ?? 0;
      if (count === 0 || counted.has(uri)) return [];
      counted.add(uri);
      const name = byUri.get(uri)?.label ?? uri.slice(uri.lastIndexOf('/') + 1);
      return [html`<div>${t.moreOf(plainText(name, 60), count)}</div>`];
    });
    return found.length === 0 ? nothing : found;
  };
  return table<LinkEdge>({
    caption: t.links(edges.length),
    rows: edges,
    columns: [
      { heading: t.from, isHeading: true, cell: ({ from }) => object(from) },
      { heading: t.property, cell: ({ property }) => termText(property) },
      { heading: t.to, cell: ({ to }) => object(to) },
      ...(Object.keys(more).length === 0
        ? []
        : [{ heading: t.note, cell: ({ from, to }: LinkEdge) => notes(from, to) }]),
    ],
  });
}

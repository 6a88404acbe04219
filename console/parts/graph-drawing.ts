/** The neighbours of an object as a drawing. Every node is a link, in the order of the response. */
import type { LinkEdge, LinkNode, LinksAnswer } from '../../src/console/responses/drawings.js';
import {
  foreignHost,
  localName,
  nothing,
  html,
  pageOf,
  plainText,
  shared,
  shortId,
  svg,
  type TemplateResult,
  termLabel,
  typeLabel,
} from '../core/index.js';
import { graphTexts as t } from '../texts/graph.js';
import { borderPoint, heightFor, layout, type Point, type Size } from './graph-layout.js';
import { isNarrow, mark } from './drawings.js';

/** More properties beside a line are unreadable; the table lists them all. */
const MAX_NAMED = 16;
const ARROW = 8;
/** On a shorter line the cards would hide the name. */
const MIN_NAMED = 28;

interface Drawn {
  readonly card: Size;
  readonly size: Size;
  /** The characters of a line in a card. */
  readonly letters: number;
}

function sizes(count: number): Drawn {
  const card = isNarrow() ? { width: 112, height: 44 } : { width: 150, height: 46 };
  const width = isNarrow() ? 350 : 960;
  return { card, size: { width, height: heightFor(count, card, width) }, letters: isNarrow() ? 13 : 18 };
}

const nameOf = ({ uri, label }: LinkNode): string => (label === null || label === '' ? shortId(localName(uri)) : label);

/** The name of a node for screen readers. */
function spoken(node: LinkNode, more: number): string {
  const host = foreignHost(node.uri);
  const state = node.readable
    ? ''
    : node.missing
      ? `, ${t.missing}`
      : node.here
        ? `, ${t.closedLong}`
        : `, ${t.outside}${host === undefined ? '' : ` ${shared.at(host)}`}`;
  const type = node.type === null ? '' : `${typeLabel(node.type)} `;
  return `${plainText(type + nameOf(node), 120)}${state}${more > 0 ? `, ${t.more(more)}` : ''}`;
}

function edgeLine({ property }: LinkEdge, from: Point, to: Point, drawn: Drawn, isNamed: boolean): TemplateResult {
  const start = borderPoint(from, to, drawn.card);
  const end = borderPoint(to, from, drawn.card, 2);
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const [baseX, baseY] = [end.x - ux * ARROW, end.y - uy * ARROW];
  // Above a nearly level line: on the line, the letters would hide parts of it.
  const above = Math.abs(ux) > 0.9 ? 8 : 4;
  const head = `M${end.x},${end.y}L${baseX - (uy * ARROW) / 2},${baseY + (ux * ARROW) / 2}L${baseX + (uy * ARROW) / 2},${baseY - (ux * ARROW) / 2}Z`;
  return svg`<g class="edge">
    <title>${plainText(termLabel(property))}</title>
    <line x1=${start.x} y1=${start.y} x2=${end.x} y2=${end.y}></line>
    <path d=${head}></path>
    ${
      isNamed && length >= MIN_NAMED
        ? svg`<text class="edge-name" x=${(start.x + end.x) / 2} y=${(start.y + end.y) / 2 - above}>${plainText(termLabel(property), 24)}</text>`
        : nothing
    }
  </g>`;
}

/** One card. If not all its neighbours are drawn, a link below it opens the page of its own neighbours. */
function card(
  node: LinkNode,
  { x, y }: Point,
  { card: { width, height }, letters }: Drawn,
  { more, isRoot, path }: { readonly more: number; readonly isRoot: boolean; readonly path: string },
): TemplateResult {
  const host = foreignHost(node.uri);
  const kind = [node.readable ? 'open' : node.here ? 'closed' : 'outside', isRoot ? 'root' : ''].join(' ');
  const second = node.readable
    ? typeLabel(node.type ?? '')
    : node.missing
      ? t.missing
      : node.here
        ? t.closed
        : host === undefined || host === ''
          ? t.outside
          : shared.at(host);
  const body = svg`<rect x=${x - width / 2} y=${y - height / 2} width=${width} height=${height} rx="7"></rect>
    <text class="node-name" x=${x} y=${y - 3}>${plainText(nameOf(node), letters)}</text>
    <text class="node-type" x=${x} y=${y + 14}>${plainText(second, letters + 2)}</text>`;
  return svg`${mark(pageOf(node.uri), spoken(node, more), body, `node ${kind}`)}${
    more === 0 || !node.readable
      ? nothing
      : mark(
          isRoot ? undefined : path,
          t.moreOf(plainText(nameOf(node), 60), more),
          svg`<rect class="hit" x=${x - 34} y=${y + height / 2} width="68" height="24"></rect>
            <text class="node-more" x=${x} y=${y + height / 2 + 14}>${t.more(more)}</text>`,
          'more',
        )
  }`;
}

/** @param pathOf the page of the neighbours of a node. */
export function drawing({ nodes, edges, more }: LinksAnswer, pathOf: (node: LinkNode) => string): TemplateResult {
  const drawn = sizes(nodes.length);
  const indices = new Map(nodes.map(({ uri }, index) => [uri, index]));
  const pairs = edges.flatMap(({ from, to }) => {
    const [one, other] = [indices.get(from), indices.get(to)];
    return one === undefined || other === undefined ? [] : [[one, other] as const];
  });
  // Room for "n more" below each card.
  const room = { width: drawn.card.width, height: drawn.card.height + 24 };
  const points = layout(nodes.length, pairs, room, drawn.size).map(({ x, y }) => ({ x, y: y - 10 }));
  const at = (uri: string): Point => points[indices.get(uri) ?? 0] ?? { x: 0, y: 0 };
  return html`<svg
    class="graph"
    viewBox="0 0 ${drawn.size.width} ${drawn.size.height}"
    role="group"
    aria-label=${t.drawing(nodes.length)}
  >
    <defs>
      <pattern id="closed-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" y1="0" x2="0" y2="7"></line>
      </pattern>
    </defs>
    ${edges.map((edge) => edgeLine(edge, at(edge.from), at(edge.to), drawn, edges.length <= MAX_NAMED))}
    ${nodes.map((node, index) =>
      card(node, points[index] ?? { x: 0, y: 0 }, drawn, {
        more: more[node.uri] ?? 0,
        isRoot: index === 0,
        path: pathOf(node),
      }),
    )}
  </svg>`;
}

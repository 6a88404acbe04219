/** The layout of a small graph, which is deterministic. */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The number of steps after which the forces are in balance. */
const STEPS = 300;
/** The gap between two cards. */
const GAP = 10;
/** The gap between a card and the edge of the drawing. */
const MARGIN = 4;

interface Node extends SimulationNodeDatum {
  x: number;
  y: number;
}

const within = (value: number, size: number, card: number): number =>
  Math.min(size - card / 2 - MARGIN, Math.max(card / 2 + MARGIN, value));

/** Moves overlapping cards apart along the shorter axis, and back into the drawing. */
function separate(nodes: readonly Node[], card: Size, drawing: Size): void {
  for (const [index, one] of nodes.entries())
    for (const other of nodes.slice(index + 1)) {
      const [dx, dy] = [other.x - one.x, other.y - one.y];
      const [overX, overY] = [card.width + GAP - Math.abs(dx), card.height + GAP - Math.abs(dy)];
      if (overX <= 0 || overY <= 0) continue;
      if (overX / card.width < overY / card.height) {
        const move = (dx < 0 ? -overX : overX) / 2;
        one.x -= move;
        other.x += move;
      } else {
        const move = (dy < 0 ? -overY : overY) / 2;
        one.y -= move;
        other.y += move;
      }
    }
  for (const node of nodes) {
    node.x = within(node.x, drawing.width, card.width);
    node.y = within(node.y, drawing.height, card.height);
  }
}

/** The height of a drawing with room for this number of cards. */
export function heightFor(count: number, card: Size, width: number): number {
  const inRow = Math.max(1, Math.floor(width / (card.width + 3 * GAP)));
  return Math.max(340, Math.ceil(count / inRow) * (card.height + 5 * GAP) * 1.3);
}

/**
 * The centres of the cards.
 *
 * @param count of nodes; the first one starts in the centre, the others around it in order.
 * @param links pairs of indices.
 */
export function layout(
  count: number,
  links: readonly (readonly [from: number, to: number])[],
  card: Size,
  drawing: Size,
): Point[] {
  const around = Math.max(1, count - 1);
  // None directly beside the first one: a narrow drawing has no room for a line between two cards in a row of three.
  const turn = around % 4 === 0 ? Math.PI / around : 0;
  // Forces ignore shapes: in their space a card is a square of side 1.
  const nodes = Array.from({ length: count }, (_, index): Node => {
    if (index === 0) return { x: 0, y: 0 };
    const angle = (2 * Math.PI * (index - 1)) / around - Math.PI / 2 + turn;
    return { x: Math.cos(angle) * 3, y: Math.sin(angle) * 3 };
  });
  const pairs = links.map(([source, target]): SimulationLinkDatum<Node> => ({ source, target }));
  forceSimulation(nodes)
    .force('link', forceLink<Node, SimulationLinkDatum<Node>>(pairs).distance(2.2).strength(0.5))
    .force('charge', forceManyBody().strength(-3).distanceMin(0.5))
    .force('collide', forceCollide(0.8))
    .force('x', forceX(0).strength(0.03))
    .force('y', forceY(0).strength(0.05))
    .stop()
    .tick(STEPS);
  fit(nodes, card, drawing);
  for (let step = 0; step < STEPS; step += 1) separate(nodes, card, drawing);
  return nodes.map(({ x, y }) => ({ x, y }));
}

/** Scales the nodes to fill the drawing, but not beyond the length of lines. */
function fit(nodes: readonly Node[], card: Size, drawing: Size): void {
  const stretch = (values: readonly number[], room: number, most: number): ((value: number) => number) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const scale = Math.min(most, room / Math.max(high - low, 1e-9));
    return (value) => (value - (low + high) / 2) * scale;
  };
  const x = stretch(
    nodes.map((node) => node.x),
    drawing.width - card.width - 2 * MARGIN,
    card.width * 1.1,
  );
  const y = stretch(
    nodes.map((node) => node.y),
    drawing.height - card.height - 2 * MARGIN,
    card.height * 1.1,
  );
  for (const node of nodes) [node.x, node.y] = [drawing.width / 2 + x(node.x), drawing.height / 2 + y(node.y)];
}

/** The point where a line between the centres of two cards leaves the first card. */
export function borderPoint(from: Point, to: Point, card: Size, space = 0): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (dx === 0 && dy === 0) return from;
  const scale = Math.min(
    (card.width / 2 + space) / Math.max(Math.abs(dx), 1e-9),
    (card.height / 2 + space) / Math.max(Math.abs(dy), 1e-9),
    0.5,
  );
  return { x: from.x + dx * scale, y: from.y + dy * scale };
}

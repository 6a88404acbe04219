/**
 * `<cg-statements-drawing>`: the resources of statements and their links as a drawing. A file of its own, with
 * d3-force.
 */
import type { LinkEdge, LinkNode, LinksAnswer } from '../../../src/console/responses/drawings.js';
import { define, html, LightElement, nothing, pageOf, pathBelowBase, property } from '../../core/index.js';
import { sparqlTexts as t } from '../../texts/sparql.js';
import { drawing } from '../graph-drawing.js';
import { RDF_TYPE } from '../statements.js';
import type { Row } from './rows.js';

/** More nodes are too close to distinguish. */
const MAX_NODES = 60;

/** The links between resources; literals and types are not nodes of the drawing. */
function linksOf(rows: readonly Row[]): LinksAnswer {
  const types = new Map<string, string>();
  const nodes = new Map<string, LinkNode>();
  const edges: LinkEdge[] = [];
  for (const [s, p, o] of rows)
    if (s !== undefined && p?.value === RDF_TYPE && o !== undefined) types.set(s.value, o.value);
  const add = (uri: string): boolean => {
    if (nodes.has(uri)) return true;
    if (nodes.size === MAX_NODES) return false;
    const isOutside = pathBelowBase(uri) === undefined && /^https?:/.test(uri);
    nodes.set(uri, {
      uri,
      type: types.get(uri) ?? null,
      label: null,
      here: !isOutside,
      readable: !isOutside,
      missing: false,
    });
    return true;
  };
  let isTruncated = false;
  for (const [s, p, o] of rows) {
    if (s === undefined || p === undefined || o?.type !== 'uri' || p.value === RDF_TYPE) continue;
    if (add(s.value) && add(o.value)) edges.push({ from: s.value, to: o.value, property: p.value });
    else isTruncated = true;
  }
  return { object: '', nodes: [...nodes.values()], edges, more: {}, truncated: isTruncated };
}

export class StatementsDrawing extends LightElement {
  @property() accessor rows: readonly Row[] = [];

  protected override render(): unknown {
    const links = linksOf(this.rows);
    if (links.nodes.length === 0) return html`<p>${t.noLinks}</p>`;
    return html`${drawing(links, ({ uri }) => pageOf(uri) ?? '/')}
    ${links.truncated ? html`<p class="quiet" role="status">${t.drawnOnly(MAX_NODES)}</p>` : nothing}`;
  }
}
define('cg-statements-drawing', StatementsDrawing);

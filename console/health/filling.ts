/** The query datasets that are being filled, from `/health/ready`. */
import type { FillProgress } from '../../src/console/responses.js';
import { html, isWebAddress, nothing, type TemplateResult, visibleText } from '../core/index.js';
import { partnerPath } from '../parts/receipts.js';
import { healthTexts as t } from '../texts/health.js';

export function fillingView(fillings: readonly FillProgress[] = []): TemplateResult | typeof nothing {
  if (fillings.length === 0) return nothing;
  return html`<p>${t.filling}:</p>
    <ul>
      ${fillings.map(
        ({ agent, namedGraphs, statements, expectedStatements, seconds }) =>
          html`<li>
            ${t.fillingOf(namedGraphs)}
            ${
              agent === undefined
                ? t.ofInternalAgents
                : isWebAddress(agent)
                  ? html`<cg-uri .uri=${agent} .page=${partnerPath(agent)} .compact=${true} .brief=${true}></cg-uri>`
                  : visibleText(agent)
            }:
            ${t.filled(statements, expectedStatements, seconds)}
          </li>`,
      )}
    </ul>`;
}

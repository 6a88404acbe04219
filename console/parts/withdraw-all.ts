/** The action that withdraws all access of an agent. */
import type { AgentAccessAnswer, WithdrawnAccess } from '../../src/console/responses.js';
import { type Act, askJson, button, consoleApi, html, nothing, query, type TemplateResult } from '../core/index.js';
import { accessTexts as t } from '../texts/access.js';
import { actingAs } from './acting.js';
import type { Acts } from './acts.js';

/** The number of objects listed in the dialog. */
const NAMED = 5;

/** `GET /internal/agent/access` */
export const agentAccessPath = (agent: string): string => consoleApi('/agent/access') + query({ uri: agent });

/** The action, with the agent's current access. @throws Failure if that cannot be loaded. */
async function withdrawAllAct(agent: string, done: (text: string) => Promise<void>): Promise<Act> {
  const path = agentAccessPath(agent);
  const { items: all, truncated } = await askJson<AgentAccessAnswer>(path);
  // Access of all authenticated agents cannot be withdrawn from one of them.
  const items = all.filter(({ because }) => because.some(({ kind }) => kind !== 'authenticated'));
  return {
    title: t.withdrawAllTitle,
    body: () =>
      html`${actingAs()}
        <p><cg-uri .uri=${agent} .compact=${true}></cg-uri></p>
        <p>${t.withdrawAllBody}</p>
        <p>${t.withdrawAllObjects(items.length, truncated)}</p>
        <ul>
          ${items.slice(0, NAMED).map(({ object }) => html`<li><cg-uri .uri=${object} .compact=${true}></cg-uri></li>`)}
          ${items.length > NAMED ? html`<li>…</li>` : nothing}
        </ul>`,
    confirm: t.withdraw,
    isDangerous: true,
    run: async () => {
      const withdrawn = await askJson<WithdrawnAccess>(path, { method: 'DELETE' });
      const text = t.withdrewAll(withdrawn.objects.length, withdrawn.delegations.length);
      await done(withdrawn.truncated ? `${text} ${t.withdrewMore}` : text);
    },
  };
}

/** The button that loads an agent's access and opens the dialog. */
export const withdrawAllButton = (agent: string, acts: Acts): TemplateResult =>
  button({ text: t.withdrawAll, tone: 'small' }, () => void acts.prepare(withdrawAllAct(agent, acts.done)));

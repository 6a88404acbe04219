/** Access and its reasons, as tables and trees. */
import type {
  AccessAnswer,
  AccessReason,
  DelegatedAccess,
  EffectiveAccess,
  Permission,
  ReplacedAccess,
  WrittenAccess,
} from '../../src/console/responses.js';
import {
  chip,
  empty,
  html,
  listOf,
  nothing,
  shared,
  table,
  type TemplateResult,
  timeView,
  uriView,
} from '../core/index.js';
import { accessTexts as t } from '../texts/access.js';
import { shipmentActsTexts } from '../texts/shipment-acts.js';
import { permissionNames, permissions } from './acl.js';
import { roleOf } from './act-form.js';

const uri = (value: string, label: string | null = null): TemplateResult => uriView(value, { label });

/** A reason, with its author and time. */
function reasonView(reason: AccessReason, { written, delegations }: AccessAnswer): TemplateResult {
  const text = t.reasons[reason.kind];
  if (reason.kind === 'internal') return html`${text}`;
  if (reason.kind === 'delegation') {
    const delegation = delegations.find(({ request }) => request === reason.request);
    return html`${text}
    ${uri(reason.request)}${delegation === undefined ? nothing : html`, ${t.asked} ${uri(delegation.requestedBy)}`}`;
  }
  const entry = written.find(({ id }) => id === reason.authorization);
  if (typeof entry?.inheritedFrom === 'string')
    return html`${t.inherited} ${uri(entry.inheritedFrom.replace(/\/acl#.*$/, ''))}`;
  return html`${text}${reason.kind === 'group' ? html` ${uri(reason.group)}` : nothing}${writtenBy(entry)}`;
}

function writtenBy(entry: WrittenAccess | undefined): unknown {
  if (entry === undefined || (entry.by === null && entry.at === null)) return nothing;
  return html`<span class="quiet"
    >${entry.by === null ? nothing : html`, ${t.by} ${uri(entry.by)}`}${
      entry.at === null ? nothing : html`, ${timeView(entry.at)}`
    }</span
  >`;
}

interface AgentRow {
  readonly agent: string | null;
  readonly label: string | null;
  readonly given: readonly EffectiveAccess[];
}

function byAgent(effective: readonly EffectiveAccess[]): AgentRow[] {
  const rows = new Map<string | null, EffectiveAccess[]>();
  for (const each of effective) {
    const row = rows.get(each.agent);
    if (row === undefined) rows.set(each.agent, [each]);
    else row.push(each);
  }
  return [...rows].map(([agent, given]) => ({ agent, label: given[0]?.label ?? null, given }));
}

/** Permissions with the same reasons are grouped. */
function reasonsOf({ given }: AgentRow, answer: AccessAnswer): TemplateResult {
  const groups = new Map<string, EffectiveAccess[]>();
  for (const each of given) {
    const key = JSON.stringify(each.because);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return html`<ul class="plain">
    ${[...groups.values()].map(
      (group) =>
        html`<li>
          <strong>${permissionNames(group.map(({ permission }) => permission))}</strong>
          <ul class="reasons">
            ${group[0]?.because.map((reason) => html`<li>${reasonView(reason, answer)}</li>`)}
          </ul>
        </li>`,
    )}
  </ul>`;
}

/** What a partner may do, in a sentence, with the name of the role that has just these permissions. */
function accessSentence(given: readonly Permission[], hasRole: boolean): TemplateResult {
  const role = hasRole ? roleOf(given) : undefined;
  const may = permissions.filter((one) => given.includes(one)).map((one) => t.mays[one]);
  return html`${t.maySentence(listOf(may))} ${role === undefined ? nothing : chip(shipmentActsTexts.roles[role])}`;
}

/** A row for each agent. @param act the button beside an agent whose access comes from an explicit entry. */
export function accessTable(answer: AccessAnswer, act: (agent: string) => unknown): TemplateResult {
  const rows = byAgent(answer.effective);
  if (rows.length === 0) return empty(t.none);
  const isInternal = ({ given }: AgentRow): boolean =>
    given.some(({ because }) => because.some(({ kind }) => kind === 'internal'));
  return table({
    caption: t.who,
    rows,
    columns: [
      {
        heading: t.agent,
        isHeading: true,
        cell: ({ agent, label }) => (agent === null ? t.everyone : uri(agent, label)),
      },
      {
        heading: t.mayHeading,
        cell: (row) =>
          html`<p>
              ${accessSentence(
                row.given.map(({ permission }) => permission),
                !isInternal(row),
              )}
            </p>
            <details open>
              <summary>${t.whyText}</summary>
              ${reasonsOf(row, answer)}
            </details>`,
      },
      {
        heading: t.acts,
        isQuiet: true,
        cell: (row) => (row.agent === null || isInternal(row) ? nothing : act(row.agent)),
      },
    ],
  });
}

/** The permissions of one agent: yes or no for each, with the reasons. */
export function answerOf(answer: AccessAnswer, agent: string): TemplateResult {
  const given = answer.effective.filter((each) => each.agent === agent);
  return html`<dl class="statements">
    ${permissions.map((permission) => {
      const found = given.find((each) => each.permission === permission);
      return html`<div>
        <dt>${t.may(shared.permissions[permission])}</dt>
        <dd>
          ${found === undefined ? chip(t.no) : chip(t.yes, 'good')}
          ${
            found === undefined
              ? nothing
              : html`<ul class="reasons">
                  ${found.because.map((reason) => html`<li>${reasonView(reason, answer)}</li>`)}
                </ul>`
          }
        </dd>
      </div>`;
    })}
  </dl>`;
}

/** Delegations as a tree, each below its parent. */
export function delegationTree(
  delegations: readonly DelegatedAccess[],
  act: (delegation: DelegatedAccess) => unknown,
): TemplateResult {
  if (delegations.length === 0) return empty(t.noDelegations);
  const visible = new Set(delegations.map(({ request }) => request));
  const below = (parent: string | null, above: readonly string[]): unknown => {
    const children = delegations.filter(({ derivedFrom, request }) =>
      parent === null
        ? derivedFrom === null || !visible.has(derivedFrom)
        : derivedFrom === parent && !above.includes(request),
    );
    if (children.length === 0) return nothing;
    return html`<ul class="tree">
      ${children.map(
        (delegation) =>
          html`<li>
            <div class="branch">
              <div>
                <p>${t.for} ${delegation.for.map((agent) => uri(agent))}: ${permissionNames(delegation.permissions)}</p>
                <p class="hint">
                  ${uri(delegation.request)}, ${t.asked}
                  ${uri(delegation.requestedBy)}${
                    delegation.acceptedBy === null ? nothing : html`, ${t.accepted} ${uri(delegation.acceptedBy)}`
                  }${delegation.at === null ? nothing : html`, ${timeView(delegation.at)}`}${
                    delegation.expiresAt === null ? nothing : html`, ${t.ends} ${timeView(delegation.expiresAt, 'ago')}`
                  }
                </p>
              </div>
              ${act(delegation)}
            </div>
            ${below(delegation.request, [...above, delegation.request])}
          </li>`,
      )}
    </ul>`;
  };
  return html`${below(null, [])}`;
}

const entryView = ({ agents, groups, everyone, permissions: granted }: WrittenAccess): TemplateResult =>
  html`<li>
    ${everyone ? t.everyone : nothing} ${[...agents, ...groups].map((agent) => uri(agent))}: ${permissionNames(granted)}
  </li>`;

/** The replaced lists, newest first. */
export function replacedView(replaced: readonly ReplacedAccess[]): TemplateResult | typeof nothing {
  if (replaced.length === 0) return nothing;
  return html`<details>
    <summary>${t.replaced} (${replaced.length})</summary>
    <ul class="plain">
      ${replaced.map(
        ({ until, replacedBy, written }) =>
          html`<li>
            <p class="hint">
              ${until === null ? nothing : html`${t.until} ${timeView(until, 'exact')}`}${
                replacedBy === null ? nothing : html`, ${t.replacedBy} ${uri(replacedBy)}`
              }
            </p>
            ${
              written.length === 0
                ? t.emptyBefore
                : html`<ul>
                    ${written.map(entryView)}
                  </ul>`
            }
          </li>`,
      )}
    </ul>
  </details>`;
}

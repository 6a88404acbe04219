/** Asking the data holder for access to an object, for oneself: an access delegation, as any client would ask. */
import { type Act, ask, config, html, me, navigate, pageOf } from '../core/index.js';
import { objectTexts as t } from '../texts/object.js';

export function askForAccess(object: string): Act {
  const { agent, label } = me();
  return {
    title: t.askAccessTitle,
    body: () =>
      html`<p>${t.askAccessText} <cg-uri .uri=${object} .compact=${true}></cg-uri></p>
        <p>${t.askAccessFor} <cg-uri .uri=${agent} .label=${label} .compact=${true}></cg-uri></p>`,
    confirm: t.askAccessConfirm,
    isDangerous: false,
    run: async () => {
      const { headers } = await ask('/access-delegations', {
        method: 'POST',
        body: JSON.stringify({
          '@context': { api: config().namespaces.api },
          '@type': 'api:AccessDelegation',
          'api:hasPermission': { '@id': 'api:GET_LOGISTICS_OBJECT' },
          'api:isRequestedFor': { '@id': agent },
          'api:hasLogisticsObject': { '@id': object },
        }),
      });
      const page = pageOf(headers.get('location') ?? '');
      if (page !== undefined) navigate(page);
    },
  };
}

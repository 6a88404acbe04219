/** The data holder's organization object: created at the first start, readable for every authenticated agent. */
import type { ExchangeServices } from './exchange-services.js';
import { graphOf } from '../rdf/graph.js';
import { factory, type Iri, namedNode, node, triple } from '../rdf/terms.js';
import { acl, rdfTerms } from '../rdf/vocabulary.js';
import type { Transaction } from '../store/store.js';
import type { Transactions } from '../transactions.js';
import { markHeadsCurrent } from './head-migration.js';
import type { LogisticsObjects } from './logistics-objects.js';
import { ALL_OBJECTS } from './lookups.js';

/**
 * Creates the data holder's organization object with its access control list in one transaction, so that an interrupted
 * first start leaves neither. Older versions used two transactions, so an empty list is written again. A data holder on
 * another server gets no object.
 */
export async function ensureDataHolder(
  holder: Iri,
  name: string,
  services: Pick<ExchangeServices, 'store' | 'lookups' | 'uris' | 'vocabulary'> & {
    readonly transactions: Transactions;
    readonly objects: LogisticsObjects;
  },
): Promise<void> {
  const { store, lookups, transactions, objects, uris, vocabulary } = services;
  const { api, cargo } = vocabulary;
  if (uris.objectId(holder) === undefined) return;
  const root = node(holder);
  const list = uris.acl(holder);
  const authorization = namedNode(`${list}#public`);
  const grantPublic = (tx: Transaction): Promise<void> =>
    tx.insert(list, [
      triple(authorization, rdfTerms.type, acl.Authorization),
      triple(authorization, acl.accessTo, root),
      triple(authorization, acl.agentClass, acl.AuthenticatedAgent),
      triple(authorization, acl.mode, api.GET_LOGISTICS_OBJECT),
    ]);
  if (await objects.exists(holder)) {
    if ((await store.read(list)).size > 0) return;
    await transactions.transact([holder, uris.accessDelegations], grantPublic);
    return;
  }
  const data = graphOf([
    triple(root, rdfTerms.type, cargo.Organization),
    triple(root, cargo.name, factory.literal(name)),
  ]);
  const isFirst = (await store.count(lookups.objects.byCreation, ALL_OBJECTS)) === 0;
  try {
    await objects.create({ root, data, warnings: [] }, { agent: holder }, async (tx) => {
      await grantPublic(tx);
      if (isFirst) await markHeadsCurrent(tx, uris);
    });
  } catch (error) {
    // Another node that shares the store may have created it in the meantime.
    if (!(await objects.exists(holder))) throw error;
  }
}

/** `check --log` on PostgreSQL (P46, P47): in one snapshot beside a node, and after alterations of rows. */
import { expect } from 'chai';
import postgres from 'postgres';
import { checkLog } from '../../src/commands/check-log.js';
import { readSettings } from '../../src/settings/settings.js';
import { checksumOf } from '../../src/store/checksum.js';
import { type LoggedStore, onStore, writeLoggedStore } from '../proof-log/support/logged-store.js';
import { failure } from '../store/support/open.js';
import { describeOnPostgres } from './support/postgres.js';

type Alter = (sql: postgres.Sql, store: LoggedStore) => Promise<void>;

async function replaceIn(sql: postgres.Sql, graph: string, from: string, to: string): Promise<void> {
  const [row] = await sql<{ text: string }[]>`SELECT text FROM cargograph_graphs WHERE name = ${graph}`;
  const text = (row?.text ?? '').replace(from, to);
  await sql`UPDATE cargograph_graphs SET text = ${text}, checksum = ${checksumOf(graph, text)} WHERE name = ${graph}`;
}

const rows: Readonly<Record<string, { readonly alter: Alter; readonly told: (store: LoggedStore) => string }>> = {
  'a byte, with a right checksum': {
    alter: (sql, { piece }) => replaceIn(sql, `${piece}/revisions/2`, 'Roses', 'Rosen'),
    told: ({ piece }) => `graph <${piece}/revisions/2> differs from entry`,
  },
  'a byte, with a wrong checksum': {
    alter: async (sql, { event }) => {
      await sql`UPDATE cargograph_graphs SET text = text || 'x' WHERE name = ${event}`;
    },
    told: ({ event }) => `graph <${event}> has a wrong checksum`,
  },
  'a revision that was taken out, with its salts': {
    alter: async (sql, { piece }) => {
      await sql`DELETE FROM cargograph_graphs WHERE name LIKE ${`${piece}/revisions/2%`}`;
      await sql`UPDATE cargograph_log_newest SET salts = '' WHERE name = ${`${piece}/revisions/2`}`;
    },
    told: ({ piece }) => `graph <${piece}/revisions/2> of entry`,
  },
  'a revision that was put in': {
    alter: async (sql, { piece }) => {
      const [row] = await sql<
        { text: string }[]
      >`SELECT text FROM cargograph_graphs WHERE name = ${`${piece}/revisions/3`}`;
      const [name, text] = [`${piece}/revisions/4`, row?.text ?? ''];
      await sql`INSERT INTO cargograph_graphs VALUES (${name}, ${text}, ${checksumOf(name, text)}, 1)`;
    },
    told: ({ piece }) => `head <${piece}/head> says revision 3, and there is <${piece}/revisions/4>`,
  },
  'a record': {
    alter: async (sql) => {
      await sql`UPDATE cargograph_log SET record = replace(record, '_data-holder', 'nobody') WHERE position = 7`;
    },
    told: () => 'its record and its leaf hash do not fit',
  },
  'an entry that is gone': {
    alter: async (sql) => {
      await sql`DELETE FROM cargograph_log WHERE position = 7`;
    },
    told: () => 'the entries 7 to 7 are missing',
  },
  'a checkpoint': {
    alter: async (sql) => {
      await sql`UPDATE cargograph_log_values SET value = replace(value, '/log/1', '/log/2') WHERE key LIKE 'checkpoint/%'`;
    },
    told: () => 'is a checkpoint of',
  },
  'the number of entries': {
    alter: async (sql) => {
      await sql`UPDATE cargograph_position SET entries = entries + 1`;
    },
    told: () => 'and the position of the database counts',
  },
};

describeOnPostgres('check --log', function (server) {
  let store: LoggedStore;
  let copies = 0;
  before(async () => {
    store = await writeLoggedStore(await server().newDatabase(), 20);
  });

  const run = (url: string): Promise<string> => checkLog([], readSettings({ ...store.env, STORE_URL: url }));

  it('finds nothing wrong, also while a node writes', async () => {
    expect(await run(store.env['STORE_URL'] ?? ''))
      .to.include('nothing is wrong')
      .and.include('by erasures that are on record');
    await onStore(store.env, async (world) => {
      const write = async (): Promise<void> => {
        for (let count = 0; count < 20; count += 1) await world.piece();
      };
      for (let count = 0; count < 5; count += 1) {
        const [text] = await Promise.all([run(store.env['STORE_URL'] ?? ''), write()]);
        expect(text).to.include('nothing is wrong');
      }
    });
  });

  for (const [what, { alter, told }] of Object.entries(rows))
    it(`finds ${what}`, async () => {
      const url = new URL(store.env['STORE_URL'] ?? '');
      copies += 1;
      const name = `copy_${copies}`;
      await server().query(`CREATE DATABASE ${name} TEMPLATE ${url.pathname.slice(1)}`);
      url.pathname = name;
      const sql = postgres(url.href, { onnotice: () => undefined });
      await alter(sql, store);
      await sql.end();
      const error = await failure(run(url.href));
      expect(error.message).to.include(told(store));
    });
});

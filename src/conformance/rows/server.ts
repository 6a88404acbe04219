/** Rows about the server information. */
import { expectHeader, expectStatus, expectThat } from '../expect.js';
import { api } from '../names.js';
import type { Citation, Row } from '../row.js';
import { since } from '../versions.js';

const cites: Citation = {
  document: 'API & Security',
  section: 'Server Information',
  address: 'https://iata-cargo.github.io/ONE-Record/stable/API-Security/server-information/',
};

export const rows: readonly Row[] = [
  {
    id: 'server.information',
    level: 'MUST',
    versions: since('2.0.0'),
    cites,
    sentence: 'GET / answers the information about the server to everybody with a token.',
    needs: ['partner'],
    holds: async (world) => {
      const reply = await world.partner.get('/');
      expectStatus(reply, 200);
      const graph = await world.graph(reply);
      expectThat(
        graph.instances(`${api}ServerInformation`).length === 1,
        'one ServerInformation',
        `${graph.instances(`${api}ServerInformation`).length} of them`,
        reply,
      );
    },
  },
  {
    id: 'server.type',
    level: 'MUST',
    versions: since('2.0.0'),
    cites,
    sentence: 'The answer to GET / names its type in the Type header.',
    needs: ['partner'],
    holds: async (world) => {
      const reply = await world.partner.get('/');
      expectStatus(reply, 200);
      expectHeader(reply, 'Type', `${api}ServerInformation`);
    },
  },
];

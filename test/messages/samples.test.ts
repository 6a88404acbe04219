/** The sample messages, sent to a node and read from it again (X82). */
import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestContext } from '../support/world.js';
import { mapped, missingIn } from './compared.js';
import { postXml, reportIn } from './node.js';
import { read, shippedMappings } from './support.js';

const FOLDER = 'docs/examples/cargo-xml';

describe('A sample message', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.xml')))
    it(`is at the address of its waybill again, with all its values: ${file}`, async function () {
      const mappings = await shippedMappings();
      const xml = readFileSync(join(FOLDER, file), 'utf8');
      const report = reportIn((await postXml(world.holder, xml)).json);
      const [event] = report.events;
      const query = report.type === 'XFSU' && event !== undefined ? `?event=${encodeURIComponent(event)}` : '';
      const reply = await world.holder.get(`${world.path(report.waybill)}/messages/${report.type}${query}`, {
        headers: { Accept: 'application/xml' },
      });
      expect(reply.status, reply.text).to.equal(200);
      const after = read(reply.text, mappings);
      const reported = new Set(report.unmapped.map(({ path }) => path));
      expect(missingIn(mapped(read(xml, mappings), reported), mapped(after))).to.deep.equal([]);
      expect(after.findings.unmapped).to.deep.equal([]);
    });
});

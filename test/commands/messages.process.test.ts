/** The command `messages`, with files, against a running node (X85 to X88). */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { waybillValues, xml } from '../messages/node.js';
import { freePort } from '../support/ports.js';
import { type NodeProcess, spawnNode } from '../support/process.js';

const GROSS = 'MasterConsignment/IncludedTareGrossWeightMeasure';
const ISSUED = 'MessageHeaderDocument/IssueDateTime';

describe('The command messages', () => {
  let folder: string;
  let env: Record<string, string>;
  const running: NodeProcess[] = [];

  const start = (args: readonly string[] = []): NodeProcess => {
    const started = spawnNode(folder, env, args);
    running.push(started);
    return started;
  };
  async function run(...args: readonly string[]): Promise<{ code: number | null; lines: unknown[]; err: string }> {
    const process = start(['messages', ...args]);
    const { code } = await process.ended;
    const lines = process
      .stdout()
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
    return { code, lines, err: process.stderr() };
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'messages-'));
    env = { PORT: String(await freePort()), STORE_URL: 'file:data' };
    await mkdir(join(folder, 'in'));
    const waybill = (number: string, day: number, weight: string): Promise<string> =>
      xml('XFWB', {
        ...waybillValues,
        'BusinessHeaderDocument/ID': number,
        [ISSUED]: `2021-03-1${day}T10:00:00Z`,
        [GROSS]: weight,
      });
    const numbers = ['125-30000011', '125-30000022', '125-30000033'];
    for (const [index, number] of numbers.entries()) {
      await writeFile(join(folder, 'in', `a${index}.xml`), await waybill(number, 1, '10'));
      await writeFile(join(folder, 'in', `b${index}.xml`), await waybill(number, 2, '20'));
    }
    await writeFile(join(folder, 'in', 'note.txt'), 'not sent');
    await writeFile(join(folder, 'half.xml'), '<Waybill xmlns="iata:waybill:1">');
  });
  after(async () => {
    for (const process of running) {
      process.kill('SIGKILL');
      await process.ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('maps messages without a node', async () => {
    const { code, lines } = await run('--check', 'in/a0.xml', 'half.xml');
    expect(code).to.equal(1);
    expect(lines[0]).to.include({ file: 'in/a0.xml', type: 'XFWB' }).and.to.include.keys('values', 'unmapped');
    expect(JSON.stringify(lines[1])).to.include('/Waybill');
  });

  it('writes as many lines as there are files, and no warning beside them', async () => {
    const { code, lines, err } = await run('--check', 'in', 'in', 'in');
    expect([code, lines.length]).to.deep.equal([0, 18]);
    expect(err).not.to.include('Warning');
  });

  it('ends with 2 without a node', async () => {
    const { code, lines } = await run('in');
    expect([code, lines]).to.deep.equal([2, []]);
  });

  it('sends a folder, those of a waybill in order, and says what became of each', async () => {
    await start().listening;
    const dry = await run('--dry-run', 'in/a0.xml');
    expect(dry.lines[0], dry.err).to.include({ outcome: 'dry-run' });
    const { code, lines, err } = await run('in', 'half.xml');
    expect(code, err).to.equal(1);
    expect(lines).to.have.length(7);
    const outcomes = lines.map((line) => JSON.stringify(line)).filter((line) => line.includes('"outcome":"applied"'));
    expect(outcomes).to.have.length(6);
    expect(err).to.include('7 done').and.to.include('1 failed');
    const again = await run('in');
    expect(again.code).to.equal(0);
    expect(again.lines.every((line) => JSON.stringify(line).includes('"outcome":"duplicate"'))).to.equal(true);
  });
});

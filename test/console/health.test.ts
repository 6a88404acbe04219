/** What the console's Health makes of `/metrics`, and its limits beside those of docs/alerts.yml. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  backlogs,
  FiguresHistory,
  type Figure,
  type FigureName,
  requestsByStatus,
} from '../../console/health/figures.js';
import { type Limit, limits, longAlerts } from '../../console/health/limits.js';
import { parseMetrics } from '../../console/health/prometheus.js';
import { percentile99, Scrape } from '../../console/health/scrape.js';
import { startTestNode } from '../support/node.js';

const docs = new URL('../../docs/', import.meta.url);
const MINUTE = 60_000;
const alertsFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.string() }),
          annotations: z.object({ description: z.string() }),
        }),
      ),
    }),
  ),
});
const scrape = (at: number, text: string): Scrape => new Scrape(at, parseMetrics(text));

/** The bounds in an expression: what stands after `>`, as a product of numbers. */
const boundsOf = (expression: string): number[] =>
  Array.from(expression.matchAll(/[><=]=? (\d[\d.e* ]*\d|\d)/g), ([, product = '']) =>
    product.split('*').reduce((result, factor) => result * Number(factor), 1),
  );

describe("the limits of the console's Health", () => {
  const rules = alertsFile
    .parse(parse(readFileSync(new URL('alerts.yml', docs), 'utf8')))
    .groups.flatMap((group) => group.rules);
  const words = readFileSync(new URL('operations.md', docs), 'utf8').replaceAll('`', '').replaceAll(/\s+/g, ' ');
  const entries: [string, Limit][] = Object.entries(limits);

  it('are those of docs/alerts.yml, all of them', () => {
    for (const [name, { alert, severity, bound }] of entries) {
      const rule = rules.find((each) => each.alert === alert);
      expect(rule?.labels.severity, name).to.equal(severity);
      if (bound !== undefined) expect(boundsOf(rule?.expr ?? ''), name).to.include(bound);
    }
    const known = [...entries.map(([, { alert }]) => alert), ...longAlerts];
    expect(new Set(known)).to.deep.equal(new Set(rules.map(({ alert }) => alert)));
  });

  it('have the words of docs/alerts.yml or docs/operations.md', () => {
    for (const [name, { alert, advice }] of entries) {
      const description = rules.find((each) => each.alert === alert)?.annotations.description.replaceAll('`', '') ?? '';
      expect(description.includes(advice) || words.includes(advice), name).to.equal(true);
    }
  });
});

describe("the console's reader of /metrics", () => {
  it('reads names, labels with escapes, infinities, and leaves comments out', () => {
    expect(
      parseMetrics('# HELP a b\na 1\nb{x="1,\\"2\\"\\\\",y="\\n}"} +Inf\n\nnot a line at all\nc{} NaN 123\n'),
    ).to.deep.equal([
      { name: 'a', labels: {}, value: 1 },
      { name: 'b', labels: { x: '1,"2"\\', y: '\n}' }, value: Infinity },
      { name: 'c', labels: {}, value: NaN },
    ]);
  });

  it('computes percentiles between two readings', () => {
    const bucket = (le: string, count: number): string => `f_bucket{le="${le}"} ${count}\n`;
    const before = scrape(0, bucket('0.1', 5) + bucket('1', 5) + bucket('+Inf', 5));
    const now = scrape(1, bucket('0.1', 5) + bucket('1', 105) + bucket('+Inf', 105));
    expect(percentile99('f', before, now)).to.be.closeTo(0.991, 1e-9);
    expect(percentile99('f', now, now)).to.equal(undefined);
    expect(percentile99('f', undefined, scrape(1, bucket('0.1', 0) + bucket('+Inf', 5)))).to.equal(0.1);
  });

  it('holds 15 minutes, exceeded limits, and rates from the second reading on', () => {
    const history = new FiguresHistory();
    const text = (errors: number, late: number, start = 1): string =>
      `process_start_time_seconds ${start}\n` +
      `cargograph_http_requests_total{method="GET",route="/",status="503"} ${errors}\n` +
      `cargograph_event_loop_delay_seconds{statistic="p99"} ${late}\n` +
      'cargograph_store_disk_bytes 100\ncargograph_store_disk_free_bytes 99\n';
    const figure = (name: FigureName): Figure | undefined => history.figures().find((each) => each.name === name);
    history.add(scrape(0, text(0, 0.1)));
    expect(figure('serverErrors')).to.include({ now: undefined, isBeyond: false });
    expect(figure('eventLoop')).to.include({ now: 0.1, bound: 0.5, isBeyond: false });
    expect(figure('diskFree')).to.include({ now: 99, bound: 100, isBeyond: true });
    expect(figure('queriesWait')).to.equal(undefined);
    history.add(scrape(MINUTE, text(60, 0.6)));
    expect(figure('serverErrors')).to.include({ now: 1, isBeyond: true });
    expect(figure('eventLoop')?.isBeyond).to.equal(true);
    expect(history.rate('http_requests_total', { status: '503' })).to.equal(1);
    // After a restart counters begin at 0.
    history.add(scrape(2 * MINUTE, text(5, 0.1, 2)));
    expect(figure('serverErrors')?.now).to.equal(undefined);
    history.add(scrape(16 * MINUTE, text(6, 0.1, 2)));
    expect(figure('eventLoop')?.points.map(({ at }) => at / MINUTE)).to.deep.equal([2, 16]);
  });

  it('sums requests by status, and sorts subscribers by the age of waiting notifications', () => {
    const now = scrape(
      0,
      'cargograph_http_requests_total{route="/a",status="200"} 2\ncargograph_http_requests_total{route="/b",status="200"} 3\n' +
        'cargograph_http_requests_total{route="/b",status="404"} 1\n' +
        'cargograph_outbox_depth{subscriber="urn:one"} 1\ncargograph_outbox_depth{subscriber="urn:two"} 2\n' +
        'cargograph_outbox_depth{subscriber="urn:idle"} 0\n' +
        'cargograph_outbox_age_seconds{subscriber="urn:one"} 3\ncargograph_outbox_age_seconds{subscriber="urn:two"} 4000\n',
    );
    expect(requestsByStatus(now)).to.deep.equal([
      { status: '200', total: 5 },
      { status: '404', total: 1 },
    ]);
    expect(backlogs(now).map(({ subscriber, isBeyond }) => [subscriber, isBeyond])).to.deep.equal([
      ['urn:two', true],
      ['urn:one', false],
    ]);
  });

  it('reads the metrics of this node', async () => {
    const node = await startTestNode();
    try {
      const { text } = await node.holder.get('/metrics');
      const history = new FiguresHistory();
      history.add(new Scrape(0, parseMetrics(text)));
      const named = history.figures().map(({ name }) => name);
      expect(named).to.include.members(['statements', 'memory', 'eventLoop', 'busy', 'openRequests', 'queriesWait']);
      expect(named).to.include.members(['pending', 'outbox', 'degraded', 'queryMemory']);
      expect(history.latest?.sum('store_ready', { access: 'reads' })).to.equal(1);
    } finally {
      await node.stop();
    }
  });
});

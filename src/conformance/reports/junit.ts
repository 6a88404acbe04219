/** `report.xml`: JUnit, as Jenkins and GitLab read it (T21). */
import { countsOf, failures, ofArea, type Report, type Result } from '../report.js';
import { areaNames, areaOf } from '../row.js';
import { escaped, onOneLine } from './escape.js';
import { failureText } from './terminal.js';

const seconds = (results: readonly Result[]): string =>
  results.reduce((sum, result) => sum + result.seconds, 0).toFixed(3);

function testCase(result: Result): string {
  const { row, outcome, reason = '', known } = result;
  const open = `    <testcase classname="${areaOf(row)}" name="${escaped(row.id)}" time="${result.seconds.toFixed(3)}"`;
  if (outcome === 'passed') return `${open}/>`;
  const message = escaped(onOneLine(reason));
  if (outcome === 'failed' && known === undefined)
    return `${open}>\n      <failure type="${row.level}" message="${message}">${escaped(failureText(result))}</failure>\n    </testcase>`;
  const kind = known === undefined ? outcome : `known: ${escaped(onOneLine(known))}`;
  return `${open}>\n      <skipped message="${kind}: ${message}"/>\n    </testcase>`;
}

const counts = (results: readonly Result[]): string => {
  const failed = failures(results).length;
  return `tests="${results.length}" failures="${failed}" errors="0" skipped="${results.length - failed - countsOf(results).passed}"`;
};

export function junitReport({ versions, started, run, server }: Report): string {
  const all = versions.flatMap(({ results }) => results);
  const suites = versions.flatMap(({ version, results }) =>
    areaNames.flatMap((area) => {
      const own = ofArea(results, area);
      if (own.length === 0) return [];
      const head = `  <testsuite name="${version} ${area}" ${counts(own)} time="${seconds(own)}" timestamp="${started.toISOString().slice(0, 19)}">`;
      return [[head, ...own.map(testCase), '  </testsuite>'].join('\n')];
    }),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(`conformance of ${server}, run ${run}`)}" ${counts(all)} time="${seconds(all)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

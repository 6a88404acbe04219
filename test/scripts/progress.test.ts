import { expect } from 'chai';
import { Progress } from '../support/progress.js';
import { skipReason } from '../support/test-events.js';

describe('What npm test prints', () => {
  const place = { file: 'test/a.test.ts', seconds: 0.1 };

  function written(isTerminal: boolean, act: (progress: Progress) => void): string {
    let text = '';
    let time = 0;
    const progress = new Progress(
      ['one', 'two'],
      (part) => (text += part),
      isTerminal,
      () => (time += 1000),
    );
    act(progress);
    return text;
  }

  it('has a percentage, to which each project or file has an equal share', () => {
    const text = written(false, (progress) => {
      progress.take('one', { kind: 'begin', total: 30 }, undefined);
      progress.take('one', { kind: 'passed', ...place }, undefined);
      progress.take('two', { kind: 'begin', total: 10 }, undefined);
      for (let index = 0; index < 29; index += 1) progress.take('one', { kind: 'passed', ...place }, undefined);
      for (let index = 0; index < 9; index += 1) progress.take('two', { kind: 'passed', ...place }, undefined);
      progress.take('two', { kind: 'end' }, undefined);
    });
    const percentages = [...text.matchAll(/^ *(\d+) % {2}\d+ tests/gm)].map(([, percent]) => Number(percent));
    expect(percentages[0]).to.equal(0);
    expect(percentages.at(-1)).to.equal(100);
    expect(percentages.length, 'a line for every five percent').to.be.lessThan(22);
  });

  it('names each failure at once, and all of them at the end with the report of mocha', () => {
    const text = written(false, (progress) => {
      progress.take(
        'one',
        { kind: 'failed', title: 'A node stops', report: 'A node\n  stops:\nError: it did not', ...place },
        undefined,
      );
      progress.close();
    });
    expect(text).to.match(/^FAILED A node stops {2}\(one\)\n {2}\| A node\n {2}\| {3}stops:$/m);
    expect(text).to.match(
      / {2}1 failing\n\n {2}1\) A node\n {2}stops:\nError: it did not\n\nfailed:\n {2}A node stops/,
    );
  });

  it('counts skipped tests by reason', () => {
    const text = written(true, (progress) => {
      for (const title of ['a', 'b'])
        progress.take('one', { kind: 'skipped', title, ...place }, 'there is no curl here');
      progress.take('two', { kind: 'skipped', title: 'c', ...place }, undefined);
      progress.close();
    });
    expect(text).to.include('2 tests: there is no curl here (one)').and.include('1 test: no reason given (two)');
  });

  it('takes the reason from the output of a skipped test', () => {
    expect(skipReason('      (skipped: there is no curl here)')).to.equal('there is no curl here');
    expect(skipReason('Fuseki is missing, its tests are skipped: no Java')).to.equal('no Java');
    expect(skipReason('listening on http://localhost')).to.equal(undefined);
  });

  it('lists the slowest files at the end, if there are many', () => {
    const text = written(false, (progress) => {
      for (let file = 0; file < 40; file += 1)
        for (const seconds of [file, 0.5])
          progress.take('one', { kind: 'passed', file: `test/${file}.test.ts`, seconds }, undefined);
      progress.close();
    });
    expect(text).to.match(/slowest files:\n +39\.5 s {2}test\/39\.test\.ts\n +38\.5 s/);
    expect(text, 'only the slowest').not.to.include('test/9.test.ts');
  });
});

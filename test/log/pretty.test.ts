import { expect } from 'chai';
import { prettyLines } from '../../src/log/pretty.js';

const at = { time: '2026-03-01T10:00:00.000Z', pid: 1, hostname: 'host' };

describe('the log on a terminal', () => {
  const format = prettyLines();
  const request = {
    ...at,
    level: 30,
    method: 'POST',
    url: '/x',
    status: 403,
    ms: 4,
    requestId: 'id-1',
    msg: 'request',
  };

  it('has one line for a request', () => {
    const line = format(
      JSON.stringify({ ...request, agent: 'https://a.example/1', remoteAddress: '192.0.2.1', reason: 'no access' }),
    );
    expect(line.trimEnd().split('\n')).to.have.length(1);
    expect(line).to.contain('POST /x 403 4 ms · https://a.example/1 · 192.0.2.1 · id-1 · no access');
  });

  it('shows no control characters of a caller', () => {
    const line = format(JSON.stringify({ ...request, reason: 'a\nb\u001b[2Jc' }));
    expect(line.trimEnd().split('\n')).to.have.length(1);
    expect(line).to.contain('a�b�[2Jc');
  });

  it('has one line for any other message with its values', () => {
    const line = format(JSON.stringify({ ...at, level: 40, issuer: 'https://idp.example', msg: 'a key is broken' }));
    expect(line.trimEnd().split('\n')).to.have.length(1);
    expect(line).to.contain('a key is broken').and.to.contain('https://idp.example');
  });
});

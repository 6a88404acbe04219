import { expect } from 'chai';
import { clientAddresses } from '../../../src/http/server/client-address.js';
import { parseNetwork } from '../../../src/settings/networks.js';
import { cpuTime } from '../../support/cpu-time.js';

const NONE: readonly string[] = [];

/** The address of a request from 10.0.0.1, unless another peer is named. */
function address(fields: {
  readonly forwarded?: string;
  readonly list?: string;
  readonly peer?: string;
  readonly trusted?: readonly string[];
}): string {
  const networks = (fields.trusted ?? ['10.0.0.0/8', '2001:db8:1::/48']).map((text) => {
    const network = parseNetwork(text);
    if (network === undefined) throw new TypeError(text);
    return network;
  });
  return clientAddresses(networks)(fields.peer ?? '10.0.0.1', {
    ...(fields.forwarded !== undefined && { forwarded: fields.forwarded }),
    ...(fields.list !== undefined && { 'x-forwarded-for': fields.list }),
  });
}

describe("the client's address (D62)", () => {
  for (const [what, fields, expected] of [
    ['without trusted proxies is that of the socket', { trusted: NONE, list: '203.0.113.7' }, '10.0.0.1'],
    ['without trusted proxies has no IPv6 prefix', { trusted: NONE, peer: '::ffff:192.0.2.1' }, '192.0.2.1'],
    ['from elsewhere is that of the socket', { peer: '192.0.2.9', list: '203.0.113.7' }, '192.0.2.9'],
    ['without fields is that of the proxy', {}, '10.0.0.1'],
    ['is that in X-Forwarded-For', { list: '203.0.113.7' }, '203.0.113.7'],
    ['is that in Forwarded', { forwarded: 'for=203.0.113.7;proto=https' }, '203.0.113.7'],
    ['is recognized on a socket for both families', { peer: '::ffff:10.0.0.1', list: '203.0.113.7' }, '203.0.113.7'],
    ['is the rightmost untrusted one', { list: '198.51.100.1, 203.0.113.7, 10.0.0.2' }, '203.0.113.7'],
    [
      'is the rightmost untrusted one in Forwarded',
      { forwarded: 'for=198.51.100.1, For="203.0.113.7:80"' },
      '203.0.113.7',
    ],
    ['is the leftmost of trusted ones only', { list: '10.0.0.3, 10.0.0.2' }, '10.0.0.3'],
    ['may be IPv6', { list: '2001:db8:2::7, 2001:db8:1::1' }, '2001:db8:2::7'],
    ['may be IPv6 with a port', { forwarded: 'by=x;for="[2001:db8:2::7]:4711"' }, '2001:db8:2::7'],
    ['may have a port', { list: '203.0.113.7:4711' }, '203.0.113.7'],
    ['is IPv4 inside IPv6 as IPv4', { list: '::ffff:203.0.113.7' }, '203.0.113.7'],
    ['does not pass an obfuscated name', { forwarded: 'for=203.0.113.7, for=_hidden' }, '10.0.0.1'],
    ['does not pass `unknown`', { list: '203.0.113.7, unknown, 10.0.0.2' }, '10.0.0.2'],
    ['does not pass an element without for', { forwarded: 'for=203.0.113.7, proto=https' }, '10.0.0.1'],
    ['does not pass an empty element', { list: '203.0.113.7,' }, '10.0.0.1'],
    ['does not pass what is no address', { list: '1' }, '10.0.0.1'],
    ['does not pass a line break', { list: '203.0.113.7\nadmin' }, '10.0.0.1'],
    ['does not pass an address with a zone', { list: 'fe80::1%eth0\u001b[31m' }, '10.0.0.1'],
    ['does not pass an endless field', { list: '203.0.113.7,'.repeat(1000) + '203.0.113.7' }, '10.0.0.1'],
    [
      'is that of the proxy where both fields disagree',
      { list: '203.0.113.7', forwarded: 'for=198.51.100.1' },
      '10.0.0.1',
    ],
    ['is that of both fields where they agree', { list: '203.0.113.7', forwarded: 'for=203.0.113.7' }, '203.0.113.7'],
  ] as const)
    it(what, () => {
      expect(address(fields)).to.equal(expected);
    });

  it('takes linear time', () => {
    const began = cpuTime();
    for (const part of ['for=', 'for="', ';', ', ', '[', 'for=[::', ':1'])
      address({ forwarded: part.repeat(1000).slice(0, 4000), list: part.repeat(1000).slice(0, 4000) });
    expect(cpuTime() - began).to.be.below(1000);
  });
});

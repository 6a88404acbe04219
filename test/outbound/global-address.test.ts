import { expect } from 'chai';
import fc from 'fast-check';
import { isGlobalAddress } from '../../src/outbound/global-address.js';

describe('A globally routable address', () => {
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '172.32.0.1',
    '198.20.0.1',
    '168.63.129.17',
    '166.12.0.1',
    '2606:4700::1111',
  ]) {
    it(`${address} is one`, () => {
      expect(isGlobalAddress(address)).to.be.true;
    });
  }

  const refused: Record<string, string[]> = {
    unspecified: ['0.0.0.0', '0.1.2.3', '::'],
    loopback: ['127.0.0.1', '127.255.255.254', '::1'],
    private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    'link-local': ['169.254.169.254', 'fe80::1', 'fec0::1', 'fe80::1%eth0'],
    'carrier-grade': ['100.64.0.1', '100.127.255.255'],
    benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
    'unique-local': ['fc00::1', 'fd12:3456::1'],
    'inside of a cloud': [
      '168.63.129.16',
      '161.26.0.10',
      '166.8.0.1',
      '166.11.255.255',
      '100.100.100.200',
      'fd00:ec2::254',
    ],
    multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
    'reserved or for documentation': [
      ...['192.0.0.1', '192.0.2.1', '192.88.99.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '255.255.255.255'],
      ...['100::1', '2001:db8::1', '3fff::1', '5f00::1', '4000::1'],
    ],
    'IPv4 inside IPv6': [
      ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
      ...['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2002:808:808::1', '2001:0:7f00:1::1'],
    ],
    'no address': ['', 'localhost', 'example.com', '999.1.1.1', '[::1]'],
  };
  for (const [kind, addresses] of Object.entries(refused)) {
    it(`does not include ${kind} addresses`, () => {
      for (const address of addresses) expect(isGlobalAddress(address), address).to.be.false;
    });
  }

  it('does not include any IPv4 address inside IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (inner) => {
        const hex = inner.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
        const groups = `${hex.slice(0, 2).join('')}:${hex.slice(2).join('')}`;
        return [`::${inner}`, `::ffff:${inner}`, `64:ff9b::${groups}`, `2002:${groups}::1`].every(
          (address) => !isGlobalAddress(address),
        );
      }),
    );
  });
});

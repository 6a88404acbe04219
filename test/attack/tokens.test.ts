import { expect } from 'chai';
import { Party, startTestNode, token, type TestNode } from '../support/node.js';
import { freePorts, tokenFor, trusting } from '../support/exchange.js';
import { handmade, signed, signer } from '../identity/support.js';

describe('a token on the wrong node', () => {
  let one: TestNode;
  let other: TestNode;
  let alone: TestNode;
  const status = async (node: TestNode, given: string): Promise<number> =>
    (await new Party(node.url, '', given).get('/')).status;
  const claimsOf = (given: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(given.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  const headerOf = (given: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(given.split('.')[0] ?? '', 'base64url').toString()) as Record<string, unknown>;

  before(async () => {
    const [first = 0, second = 0] = await freePorts(2);
    const urls = [`http://localhost:${first}`, `http://localhost:${second}`] as const;
    [one, other, alone] = await Promise.all([
      startTestNode({ env: { PORT: String(first), ...trusting(urls[1]) } }),
      startTestNode({ env: { PORT: String(second), ...trusting(urls[0]) } }),
      startTestNode(),
    ]);
  });
  after(() => Promise.all([one.stop(), other.stop(), alone.stop()]));

  it('is valid only where its issuer is trusted', async () => {
    const given = await token(one.url, 'airline');
    expect(await status(one, given)).to.equal(200);
    expect(await status(other, given)).to.equal(200);
    expect(await status(alone, given)).to.equal(401);
  });

  it('cannot use the name of another issuer: a key is valid for its own only', async () => {
    const given = await token(one.url, 'airline');
    const [header = '', , signature = ''] = given.split('.');
    const renamed = Buffer.from(JSON.stringify({ ...claimsOf(given), iss: `${alone.url}/dev-idp` })).toString(
      'base64url',
    );
    expect(await status(alone, `${header}.${renamed}.${signature}`)).to.equal(401);
    expect(await status(one, `${header}.${renamed}.${signature}`)).to.equal(401);
    const forger = await signer(String(headerOf(given)['kid']));
    expect(await status(one, await signed(forger, claimsOf(given)))).to.equal(401);
  });

  it('is invalid without a signature, or signed with a public key as a shared secret', async () => {
    const given = await token(one.url, 'airline');
    for (const alg of ['none', 'None', 'NONE', 'HS256', '']) {
      const header = { ...headerOf(given), alg };
      expect(await status(one, handmade(header, claimsOf(given))), alg).to.equal(401);
      expect(await status(one, handmade(header, claimsOf(given), given.split('.')[2])), alg).to.equal(401);
    }
  });

  it('cannot supply its own keys', async () => {
    const forger = await signer('forged');
    const given = await token(one.url, 'airline');
    for (const header of [
      { jwk: forger.jwk },
      { jku: 'http://localhost:1/keys' },
      { x5u: 'http://localhost:1/cert' },
      { kid: '../../../../dev/null' },
      { kid: "' OR 1=1" },
      { crit: ['exp'] },
    ]) {
      expect(await status(one, handmade({ ...headerOf(given), ...header }, claimsOf(given), 'AAAA'))).to.equal(401);
    }
  });

  it('identifies its agent only: another provider may name an agent of this node', async () => {
    // Whoever is trusted to name agents is trusted with all of them: a matter of TRUSTED_ISSUERS, told in the threat model.
    const given = await tokenFor(one.url, `${other.url}/logistics-objects/_data-holder`);
    const { status: asHolder } = await new Party(other.url, '', given).get('/action-requests');
    expect(asHolder).to.equal(200);
    expect((await new Party(alone.url, '', given).get('/action-requests')).status).to.equal(401);
  });
});

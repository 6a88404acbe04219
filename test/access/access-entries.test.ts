import { expect } from 'chai';
import { becauseOf, permissionsFor, readAccessEntries } from '../../src/access/access-entries.js';
import { iri } from '../../src/rdf/terms.js';
import { createVocabulary } from '../../src/rdf/vocabulary.js';
import { readTurtle } from '../support/turtle.js';

const LIST = 'https://node.example/logistics-objects/1/acl';
const agent = (name: string): ReturnType<typeof iri> => iri(`https://${name}.example/agent`);
const authorization = (name: string): ReturnType<typeof iri> => iri(`${LIST}#${name}`);

/** The entries of a list whose authorizations are stated in the order of the arguments. */
const entries = (...authorizations: string[]): ReturnType<typeof readAccessEntries> =>
  readAccessEntries(
    readTurtle(
      [
        '@prefix acl: <http://www.w3.org/ns/auth/acl#> .',
        '@prefix vcard: <http://www.w3.org/2006/vcard/ns#> .',
        '@prefix prov: <http://www.w3.org/ns/prov#> .',
        ...authorizations,
      ].join('\n'),
      LIST,
    ),
    createVocabulary(),
  );

describe('The entries of an access control list', () => {
  it('are in the order of their IRIs, whatever the order of the statements', () => {
    const [one, two, three] = ['1', '2', '3'].map((name) => `<#${name}> a acl:Authorization ; acl:mode acl:Read .`);
    for (const stated of [
      [one, two, three],
      [three, two, one],
      [two, three, one],
    ])
      expect(entries(...stated.map(String)).map(({ id }) => id)).to.deep.equal(['1', '2', '3'].map(authorization));
  });

  it('give an agent what they are for, each with all its reasons', () => {
    const list = entries(
      `<#1> a acl:Authorization ; acl:mode acl:Read ; acl:agent <${agent('a')}> ; acl:agentGroup <#g> .`,
      `<#g> vcard:hasMember <${agent('a')}>, <${agent('b')}> .`,
      '<#2> a acl:Authorization ; acl:mode acl:Append ; acl:agentClass acl:AuthenticatedAgent .',
      `<#3> a acl:Authorization ; acl:mode acl:Append ; acl:agent <${agent('b')}> ;`,
      '  prov:wasDerivedFrom <https://node.example/action-requests/1> .',
    );
    const [first, second, third] = list;
    if (first === undefined || second === undefined || third === undefined) throw new TypeError('three entries');
    const everyone = [{ kind: 'authenticated', authorization: authorization('2') }];
    const inGroup = { kind: 'group', authorization: authorization('1'), group: authorization('g') };
    expect(becauseOf(first, agent('a'))).to.deep.equal([
      { kind: 'written', authorization: authorization('1') },
      inGroup,
    ]);
    expect(becauseOf(first, agent('b'))).to.deep.equal([inGroup]);
    expect(becauseOf(first, agent('c'))).to.deep.equal([]);
    expect(becauseOf(first, undefined)).to.deep.equal([]);
    expect(becauseOf(second, agent('c'))).to.deep.equal(everyone);
    expect(becauseOf(second, undefined)).to.deep.equal(everyone);
    const delegated = { kind: 'delegation', request: 'https://node.example/action-requests/1' };
    expect(permissionsFor(list, agent('b'))).to.deep.equal([
      { permission: 'GET_LOGISTICS_OBJECT', because: [inGroup] },
      { permission: 'GET_LOGISTICS_EVENT', because: [inGroup] },
      { permission: 'POST_LOGISTICS_EVENT', because: [...everyone, delegated] },
    ]);
  });
});

import { expect } from 'chai';
import {
  apiVersions,
  differenceOf,
  firstVersionNaming,
  hasFeature,
  newestOf,
  parseApiVersion,
} from '../../src/api-versions.js';
import { createVocabulary } from '../../src/rdf/vocabulary.js';

describe('The registry of API versions', () => {
  it('has nothing missing from the newest, and everything newer missing from the oldest (V7)', () => {
    expect(differenceOf('2.3.0')).to.deep.equal({ missing: [], missingOn: {}, names: {} });
    const { missing, missingOn, names } = differenceOf('2.0.0');
    expect(missing).to.include.members(['VerificationRequest', 'hasLogisticsEvent', 'hasSeverity']);
    expect(missingOn).to.deep.equal({ expiresAt: 'AccessDelegation' });
    expect(names).to.deep.equal({
      ErrorDetail: 'ErrorDetails',
      hasActionRequest: 'hasChangeRequest',
      isRevokedAt: 'revokedAt',
    });
    expect(differenceOf('2.2.0').missing).to.include('hasSeverity').and.not.include('hasLogisticsEvent');
  });

  it('names only terms of the API vocabulary', () => {
    const { api } = createVocabulary();
    const { missing, missingOn, names } = differenceOf('2.0.0');
    const written = [...missing, ...Object.entries(missingOn).flat(), ...Object.entries(names).flat()];
    // A class of the vocabulary that no statement has as its type, and so no code names.
    expect(written.filter((name) => !(name in api) && name !== 'Severity')).to.deep.equal([]);
  });

  it('has the first version of each feature and name', () => {
    expect(apiVersions.map((version) => hasFeature(version, 'verificationRequests'))).to.deep.equal([
      false,
      true,
      true,
      true,
    ]);
    expect(firstVersionNaming('LOGISTICS_OBJECT_CREATED')).to.equal('2.0.0');
    expect(firstVersionNaming('VERIFICATION_REQUEST_PENDING')).to.equal('2.1.0');
    expect(firstVersionNaming('LOGISTICS_OBJECT_AVAILABLE')).to.equal('2.2.0');
    expect(newestOf(['2.1.0', '2.2.0', '2.0.0'])).to.equal('2.2.0');
    expect(newestOf([])).to.equal(undefined);
  });

  it('reads -dev as the version itself, and nothing else (V3)', () => {
    expect(parseApiVersion('2.3.0-dev')).to.equal('2.3.0');
    for (const text of ['2', '2.1', '2.3.1', '9.9.9', 'latest', '', '2.3.0-dev-dev', '-dev'])
      expect(parseApiVersion(text), text).to.equal(undefined);
  });
});

import { expect } from 'chai';
import { databaseUrls } from '../../src/settings/database-urls.js';

const hrefs = (text: string): string[] => databaseUrls(text).map(({ href }) => href);

describe('the URL of a database', () => {
  it('names one server or several, each with its port', () => {
    expect(hrefs('postgres://user:p%40ss@one/db?sslmode=require')).to.deep.equal([
      'postgres://user:p%40ss@one/db?sslmode=require',
    ]);
    expect(hrefs('postgres://user@one:5433,two,[::1]:5434/db?target_session_attrs=read-write')).to.deep.equal([
      'postgres://user@one:5433/db',
      'postgres://user@two/db',
      'postgres://user@[::1]:5434/db',
    ]);
  });

  it('must name hosts and a database', () => {
    for (const text of ['postgres://', 'postgres://one', 'postgres://one/', 'postgres://one,/db', 'postgres:///db'])
      expect(() => databaseUrls(text), text).to.throw(TypeError, 'database');
    expect(() => databaseUrls('postgres://one:port/db')).to.throw(TypeError);
  });

  it('cannot require servers that refuse writes', () => {
    expect(() => databaseUrls('postgres://one,two/db?target_session_attrs=standby')).to.throw(
      TypeError,
      'target_session_attrs must be read-write or primary',
    );
  });
});

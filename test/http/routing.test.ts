import { expect } from 'chai';
import { stripBasePath, Routes } from '../../src/http/routing.js';

describe('An address', () => {
  const routes = new Routes(
    new Map(
      [
        '/',
        '/objects',
        '/objects/:id',
        '/objects/:id/events',
        '/objects/:id/events/:event',
        '/objects/special/acl',
        '/gate/*uri',
      ].map((template) => [template, template.length]),
    ),
  );
  const found = (path: string): unknown => {
    const { template, params: parts } = routes.find(path) ?? {};
    return template === undefined ? undefined : { template, ...parts };
  };

  it('matches the resource at its path, with its parameters', () => {
    expect(found('/')).to.deep.equal({ template: '/' });
    expect(found('/objects')).to.deep.equal({ template: '/objects' });
    expect(found('/objects/1')).to.deep.equal({ template: '/objects/:id', id: '1' });
    expect(found('/objects/1/events/2')).to.deep.equal({ template: '/objects/:id/events/:event', id: '1', event: '2' });
    expect(routes.find('/objects')?.value).to.equal('/objects'.length);
  });

  it('may end with one slash', () => {
    expect(found('/objects/')).to.deep.equal({ template: '/objects' });
    expect(found('/objects/1/')).to.deep.equal({ template: '/objects/:id', id: '1' });
    expect(found('/objects//')).to.equal(undefined);
  });

  it('matches a literal segment first, and a parameter if the literal does not match', () => {
    expect(found('/objects/special/acl')).to.deep.equal({ template: '/objects/special/acl' });
    expect(found('/objects/special')).to.deep.equal({ template: '/objects/:id', id: 'special' });
    expect(found('/objects/special/events')).to.deep.equal({ template: '/objects/:id/events', id: 'special' });
  });

  it('has its parameters decoded, and an escaped slash is not a separator', () => {
    expect(found('/objects/a%20b')).to.deep.equal({ template: '/objects/:id', id: 'a b' });
    expect(found('/objects/a%2Fevents')).to.deep.equal({ template: '/objects/:id', id: 'a/events' });
  });

  it('may have all that follows as one parameter, as it was sent', () => {
    for (const rest of ['http://node.example/objects/1', 'http%3A%2F%2Fnode.example', 'a//b', '%ZZ'])
      expect(found(`/gate/${rest}`), rest).to.deep.equal({ template: '/gate/*uri', uri: rest });
    for (const path of ['/gate', '/gate/']) expect(found(path), path).to.equal(undefined);
  });

  it('matches nothing with more or empty segments, in another case, or with an invalid escape', () => {
    for (const path of ['/objects/1/none', '/objects//events', '/Objects', '/objects/%ZZ', '/objects/%', '//']) {
      expect(found(path), path).to.equal(undefined);
    }
    for (const path of ['/__proto__', '/constructor', '/objects/1/__proto__']) expect(found(path)).to.equal(undefined);
  });

  it('is relative to the path of the base URL', () => {
    expect(stripBasePath('', '/objects?limit=1')).to.equal('/objects');
    expect(stripBasePath('/base', '/base/objects#x')).to.equal('/objects');
    expect(stripBasePath('/base', '/base')).to.equal('/');
    expect(stripBasePath('/base', '/based/objects')).to.equal(undefined);
    expect(stripBasePath('/base', '/objects')).to.equal(undefined);
  });

  it('may be in the absolute form', () => {
    expect(stripBasePath('/base', 'http://node.example/base/objects?limit=1')).to.equal('/objects');
    for (const target of ['*', '', 'objects', 'node.example:443'])
      expect(stripBasePath('', target), target).to.equal(undefined);
  });
});

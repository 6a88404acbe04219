import { expect } from 'chai';
import { type Closer, closeAll } from '../src/closers.js';
import { failure } from './store/support/open.js';

describe('closeAll', () => {
  it('closes in reverse order, continues after an error, and throws it', async () => {
    const closed: string[] = [];
    const closer =
      (name: string): Closer =>
      () => {
        closed.push(name);
        return Promise.resolve();
      };
    const broken =
      (message: string): Closer =>
      () =>
        Promise.reject(new Error(message));
    const error = await failure(
      closeAll([closer('lock'), broken('a client'), closer('store'), broken('a thread'), closer('sockets')]),
    );
    expect(closed).to.deep.equal(['sockets', 'store', 'lock']);
    expect(error).to.be.instanceOf(AggregateError);
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [];
    expect(errors.map(String)).to.deep.equal(['Error: a thread', 'Error: a client']);
  });
});

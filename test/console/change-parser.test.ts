import { expect } from 'chai';
import { ServerSentEventParser } from '../../console/shell/change-parser.js';

describe("the console's reader of Server-Sent Events", () => {
  it('reads events that arrive in pieces, and leaves comments out', () => {
    const parser = new ServerSentEventParser();
    expect(parser.push(': listening\n\nid: 7\nevent: cha')).to.deep.equal([]);
    expect(parser.push('nged\ndata: {"uri":\ndata: "a"}\n')).to.deep.equal([]);
    expect(parser.push('\nid: 8\nevent: reset\ndata: {}\n\n')).to.deep.equal([
      { id: '7', event: 'changed', data: '{"uri":\n"a"}' },
      { id: '8', event: 'reset', data: '{}' },
    ]);
  });

  it('refuses an event without an end', () => {
    const parser = new ServerSentEventParser();
    expect(() => parser.push('x'.repeat(1_000_001))).to.throw(RangeError);
  });
});

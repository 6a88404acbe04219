import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { messagesPage, PAGE } from '../../scripts/messages.js';

describe('The page of what messages carry', () => {
  it('is the one of the tables', async () => {
    expect(readFileSync(PAGE, 'utf8'), 'npm run messages').to.equal(await messagesPage());
  });
});

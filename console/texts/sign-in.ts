import { texts } from '../core/index.js';

export const signInTexts = texts('signInTexts', {
  otherExample: 'handler',
  title: 'Sign in',
  node: 'to the node',
  with: (name: string) => `Sign in with ${name}`,
  development: 'Development identity provider',
  developmentHint: 'For development only: it gives everyone the token of anybody.',
  asHolder: 'As the data holder',
  asAirline: 'As the airline',
  otherName: 'As somebody else',
  signIn: 'Sign in',
  noWay: 'This node has no sign-in: its operator must set CONSOLE_LOGIN.',
  again: 'Sign in again',
  againHint: 'Your token has expired. The page and your text stay.',
  returning: 'Signing in',
  failed: 'You were not signed in',
  toSignIn: 'Back to the sign-in',
  wrongState: 'The answer of the identity provider does not belong to a sign-in of this tab, or came too late.',
  refused: (error: string, description: string) =>
    `The identity provider answered ${error}${description === '' ? '' : `: ${description}`}`,
  notAccepted: (name: string) => `You are known to ${name}, but this node does not accept its token.`,
  noAgent: (name: string) =>
    `Your account at ${name} does not say for whom you act. Ask its administrator for the claim logistics_agent_uri.`,
  another: (name: string) => `Sign out at ${name}, to use another account`,
  invalid: 'The answer of the identity provider is not valid.',
  unreachable: (name: string) => `${name} cannot be reached, or its answer is invalid.`,
});

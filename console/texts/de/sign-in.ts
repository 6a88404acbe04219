import type { signInTexts as english } from '../sign-in.js';

export const signInTexts: typeof english = {
  otherExample: 'handler',
  title: 'Anmelden',
  node: 'am Knoten',
  with: (name) => `Mit ${name} anmelden`,
  development: 'Identitätsanbieter zur Entwicklung',
  developmentHint: 'Nur zur Entwicklung: Er gibt jedem das Token von jedem.',
  asHolder: 'Als Dateninhaber',
  asAirline: 'Als Fluggesellschaft',
  otherName: 'Als jemand anders',
  signIn: 'Anmelden',
  noWay: 'Dieser Knoten hat keine Anmeldung: Sein Betreiber muss CONSOLE_LOGIN setzen.',
  again: 'Erneut anmelden',
  againHint: 'Ihre Anmeldung ist abgelaufen. Die Seite und Ihr Text bleiben.',
  returning: 'Anmeldung läuft',
  failed: 'Sie wurden nicht angemeldet',
  toSignIn: 'Zurück zur Anmeldung',
  wrongState: 'Die Antwort des Identitätsanbieters gehört zu keiner Anmeldung dieses Tabs, oder sie kam zu spät.',
  refused: (error, description) =>
    `Der Identitätsanbieter antwortete ${error}${description === '' ? '' : `: ${description}`}`,
  notAccepted: (name) => `${name} kennt Sie, aber dieser Knoten nimmt sein Token nicht an.`,
  noAgent: (name) =>
    `Ihr Konto bei ${name} nennt nicht, für wen Sie handeln. Bitten Sie den Administrator um den Claim logistics_agent_uri.`,
  another: (name) => `Bei ${name} abmelden, um ein anderes Konto zu nehmen`,
  invalid: 'Die Antwort des Identitätsanbieters ist ungültig.',
  unreachable: (name) => `${name} ist nicht erreichbar, oder die Antwort ist ungültig.`,
};

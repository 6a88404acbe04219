import type { helpTexts as english } from '../help.js';

export const helpTexts: typeof english = {
  title: 'Tasten und Begriffe',
  keysTitle: 'Tasten',
  keysHint: 'Einzelne Tasten lassen sich im Menü Ihres Kontos abschalten.',
  keys: {
    new: 'Etwas Neues anlegen',
    find: 'Suchen',
    findActs: 'Dinge und Handlungen suchen, auch beim Tippen',
    home: 'Start',
    objects: 'Objekte',
    requests: 'Anfragen',
    deliveries: 'Zustellungen',
    sparql: 'Abfragen (SPARQL)',
    check: 'Ein Dokument prüfen',
    partners: 'Partner',
    mirror: 'Objekte der Partner',
    inbox: 'Eingang',
    messages: 'Nachrichten',
    health: 'Zustand',
    model: 'Datenmodell',
    run: 'Eingegebenes prüfen oder abfragen',
    down: 'Nächste Zeile',
    up: 'Vorige Zeile',
    open: 'Zeile öffnen',
    older: 'Ältere Revision',
    newer: 'Neuere Revision',
    compare: 'Mit der vorigen Revision vergleichen',
    accept: 'Dialog zum Annehmen öffnen',
    reject: 'Dialog zum Ablehnen öffnen',
    help: 'Diese Seite',
  },
  wordsTitle: 'Begriffe',
  words: {
    object: {
      word: 'Logistics Object',
      meaning: 'Eine Sendung, ein Packstück, ein Luftfrachtbrief oder etwas anderes mit eigener Adresse.',
    },
    revision: {
      word: 'Revision',
      meaning: 'Die Werte eines Objekts von einer angenommenen Änderung bis zur nächsten. Der Knoten löscht keine.',
    },
    change: {
      word: 'Änderungsanfrage',
      meaning:
        'Die Bitte eines Partners, einem Objekt Werte zu geben oder zu nehmen. Der Inhaber nimmt sie an oder lehnt sie ab.',
    },
    rival: {
      word: 'Konkurrierende Änderung',
      meaning: 'Eine andere offene Änderung an derselben Revision. Wird eine angenommen, sind die anderen abgelehnt.',
    },
    holder: { word: 'Dateninhaber', meaning: 'Die Organisation, die den Knoten betreibt.' },
    agent: { word: 'Partner', meaning: 'Eine Organisation, oder jemand, der für sie handelt: wer im Token steht.' },
    delegation: {
      word: 'Weitergegebener Zugriff',
      meaning:
        'Zugriff, den ein Partner für Dritte beantragt. Endet er, so endet auch aller Zugriff, der darauf beruht.',
    },
    node: { word: 'Knoten', meaning: 'Ein Server mit verknüpften Luftfrachtdaten.' },
  },
};

import type { previewTexts as english } from '../preview.js';
import { plural } from '../../core/index.js';

export const previewTexts: typeof english = {
  impossible: 'Eine Entscheidung ist jetzt nicht möglich.',
  fails: 'Eine Annahme würde scheitern, und die Anfrage bliebe fehlgeschlagen',
  makes: (revision) => `Es entstünde Revision ${revision}.`,
  missing: 'Verknüpfte Objekte, die es hier nicht gibt:',
  of: 'von',
  rejects: 'Anfragen an derselben Revision, die abgelehnt würden:',
  grants: 'Zugriff, der gegeben würde:',
  withdraws: 'Zugriff, der entzogen würde:',
  tells: 'Abonnenten, die benachrichtigt würden:',
  may: (permissions) => `darf ${permissions}:`,
  mayNot: (permissions) => `darf nicht mehr ${permissions}:`,
  told: (event, count) => `über ${event}, ${plural(count, 'Benachrichtigung', 'Benachrichtigungen')}`,
  quiet: 'Es betrifft keine andere Anfrage, keinen Zugriff und keinen Abonnenten.',
};

import { number, texts } from '../core/index.js';

export const proofTexts = texts('proofTexts', {
  title: 'Proof',
  proven: (index: number, size: number, time: string, cosigners: string) =>
    `Proven: entry ${number(index)} of the log, written ${time}, in the checkpoint of ${number(size)} entries, ${
      cosigners === '' ? 'not cosigned' : `cosigned by ${cosigners}`
    }.`,
  waits: 'Waits for the next checkpoint.',
  notInLog: 'The log has no entry of it.',
  unreadable: 'This page cannot read the proof that the node gave.',
  contentGone: 'Its content was erased or replaced; that it was written is still proven.',
  choose: 'Choose what the file shows',
  chooseHint:
    'The file shows the chosen properties, types and provenance. Of all others it shows only that they exist.',
  properties: 'Properties; none means all',
  download: 'Download the proof',
  downloadChosen: (count: number) => `Download the proof with ${number(count)} of the properties`,
  verify: 'To verify it without this node:',
  key: 'key of the log',
  keyFrom: 'Get the key from the operator or a partner, or at another time from',
});

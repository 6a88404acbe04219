/** Numbers in the reader's notation (K10). */
import { expect } from 'chai';
import { parseNumber, typedText } from '../../console/core/numbers.js';

describe('numbers that a reader types (K10)', () => {
  const read = (text: string, tag: string): string => {
    const typed = parseNumber(text, tag);
    return typed.kind === 'number' ? typed.decimal : typed.kind;
  };

  it('are read in the notation of the language', () => {
    for (const [text, english, german] of [
      ['8', '8', '8'],
      ['1.234,5', '1234.5', '1234.5'],
      ['1,234.5', '1234.5', '1234.5'],
      ['1,234', '1234', '1.234'],
      ['1.234', '1.234', '1234'],
      ['12,5', '12.5', '12.5'],
      ['12.5', '12.5', '12.5'],
      ['8,50', '8.50', '8.50'],
      ['1 234,5', '1234.5', '1234.5'],
      ['1\u00a0234\u202f567', '1234567', '1234567'],
      ['-3', '-3', '-3'],
      ['\u22123', '-3', '-3'],
      ['007', '7', '7'],
      [' 8 ', '8', '8'],
    ] as const) {
      expect(read(text, 'en'), `${text} in English`).to.equal(english);
      expect(read(text, 'de'), `${text} in German`).to.equal(german);
    }
  });

  it('are invalid where no notation has them', () => {
    for (const text of [
      '8,5,1',
      '8.5.1',
      '1.23.456',
      '1,2,3',
      '1.234.5',
      '8,',
      ',5',
      '1e3',
      '8 kg',
      '0x10',
      '٨',
      '--1',
      '8 5',
      'NaN',
    ])
      for (const tag of ['en', 'de']) expect(read(text, tag), `${text} in ${tag}`).to.equal('invalid');
    for (const text of ['', '  ']) expect(read(text, 'de')).to.equal('empty');
  });

  it('keep all of their digits', () => {
    expect(read('12.345.678.901.234.567.890,1234567890', 'de')).to.equal('12345678901234567890.1234567890');
    expect(typedText('1234.50', 'de')).to.equal('1234,50');
    expect(typedText('1234.50', 'en')).to.equal('1234.50');
    expect(read(typedText('-0.5', 'de'), 'de')).to.equal('-0.5');
  });
});

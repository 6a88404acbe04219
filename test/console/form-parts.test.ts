/** What people type into forms: numbers of waybills, times, and rows of spreadsheets (K8, K11, K13). */
import { expect } from 'chai';
import { parseNumber } from '../../console/core/numbers.js';
import {
  type Column,
  isReadable,
  MAX_ROWS,
  piecesOf,
  readRows,
  type RowPieces,
} from '../../console/forms/pasted-rows.js';
import { zoneOfAirport } from '../../console/forms/airport-zones.js';
import { durationOf, localOf, withOffset } from '../../console/forms/times.js';
import type { FormObject } from '../../console/forms/values.js';
import { carrierCodeIn, readWaybillNumber } from '../../console/forms/waybill-number.js';

const cargo = 'https://onerecord.iata.org/ns/cargo#';
const codeLists = 'https://onerecord.iata.org/ns/code-lists/';

describe('The number of an air waybill in a form (K8)', () => {
  const prefixOf = (code: string): string | undefined => (code === 'LH' ? '020' : undefined);

  it('is read in any spelling, and with a carrier’s code', () => {
    for (const text of [
      '020-12345675',
      '02012345675',
      '020 1234 5675',
      'AWB 020-12345675',
      'MAWB 020–12345675',
      '０２０-12345675',
      'LH-12345675',
      'lh 1234 5675',
      'LH12345675',
    ])
      expect(readWaybillNumber(text, prefixOf), text).to.deep.equal({
        kind: 'number',
        prefix: '020',
        number: '12345675',
        checkDigit: '5',
        isRight: true,
      });
  });

  it('says which check digit would be right', () => {
    expect(readWaybillNumber('020-12345674')).to.include({ kind: 'number', checkDigit: '5', isRight: false });
    expect(readWaybillNumber('020-00000070')).to.include({ checkDigit: '0', isRight: true });
  });

  it('says what is missing', () => {
    expect(readWaybillNumber('  ').kind).to.equal('empty');
    expect(readWaybillNumber('12345675')).to.deep.equal({ kind: 'without-prefix', number: '12345675' });
    expect(readWaybillNumber('QQ-12345675', prefixOf)).to.deep.equal({
      kind: 'unknown-carrier',
      code: 'QQ',
      number: '12345675',
    });
    for (const text of ['020-1234567', '020-123456789', 'books', '20-12345675', '<script>'])
      expect(readWaybillNumber(text).kind, text).to.equal('unclear');
    expect(carrierCodeIn('lh-12345675')).to.equal('LH');
    expect(carrierCodeIn('020-12345675')).to.equal(undefined);
  });
});

describe('Times in a form (K11)', () => {
  it('have the offset of their zone, on both sides of a change of the clocks', () => {
    expect(withOffset('2026-11-22T14:05', 'Europe/Berlin')).to.equal('2026-11-22T14:05:00+01:00');
    expect(withOffset('2026-07-01T14:05', 'Europe/Berlin')).to.equal('2026-07-01T14:05:00+02:00');
    expect(withOffset('2026-03-29T03:30', 'Europe/Berlin')).to.equal('2026-03-29T03:30:00+02:00');
    expect(withOffset('2026-03-29T01:30', 'Europe/Berlin')).to.equal('2026-03-29T01:30:00+01:00');
    expect(withOffset('2026-11-22T14:05:30', 'UTC')).to.equal('2026-11-22T14:05:30Z');
    expect(withOffset('2026-11-22T14:05', 'Asia/Kolkata')).to.equal('2026-11-22T14:05:00+05:30');
    expect(withOffset('2026-11-22T14:05', 'America/New_York')).to.equal('2026-11-22T14:05:00-05:00');
  });

  it('are none without a zone or a date', () => {
    for (const [local, zone] of [
      ['2026-11-22T14:05', 'Nowhere/At_All'],
      ['2026-11-22T14:05', ''],
      ['2026-13-22T14:05', 'UTC'],
      ['yesterday', 'UTC'],
      ['2026-11-22', 'UTC'],
    ] as const)
      expect(withOffset(local, zone), `${local} ${zone}`).to.equal(undefined);
  });

  it('of the record are shown with their offset', () => {
    expect(localOf('2026-11-22T14:05:00+01:00')).to.deep.equal({ text: '2026-11-22T14:05', zone: '+01:00' });
    expect(localOf('2026-11-22T14:05:00.000Z')).to.deep.equal({ text: '2026-11-22T14:05', zone: 'UTC' });
    expect(localOf('soon')).to.equal(undefined);
  });

  it('know the clocks of airports', () => {
    expect(zoneOfAirport('fra')).to.equal('Europe/Berlin');
    expect(zoneOfAirport('JFK')).to.equal('America/New_York');
    expect(zoneOfAirport('QQQ')).to.equal(undefined);
    for (const code of ['DOH', 'PVG', 'SDF', 'VCP'])
      expect(withOffset('2026-01-01T00:00', zoneOfAirport(code) ?? ''), code).to.be.a('string');
  });

  it('durations are read as people write them', () => {
    for (const [text, duration] of [
      ['2:30', 'PT2H30M'],
      ['90 min', 'PT90M'],
      ['1 d 4 h', 'P1DT4H'],
      ['2 Std. 5 Min.', 'PT2H5M'],
      ['3 Tage', 'P3D'],
      ['PT2H30M', 'PT2H30M'],
    ] as const)
      expect(durationOf(text), text).to.equal(duration);
    for (const text of ['', 'soon', '2:75', 'P', 'PT', '5']) expect(durationOf(text), text).to.equal(undefined);
  });
});

describe('Rows of a spreadsheet (K13)', () => {
  const decimalIn =
    (tag: string) =>
    (text: string): string | undefined => {
      const read = parseNumber(text, tag);
      return read.kind === 'number' ? read.decimal : undefined;
    };
  const english = decimalIn('en');
  const taken = (text: string, read = english): RowPieces =>
    piecesOf(readRows(text), { cargo, codeLists }, read, (decimal) => decimal);
  const kinds = (text: string): readonly Column['kind'][] => readRows(text).columns.map(({ kind }) => kind);
  const textOf = (piece: FormObject | undefined, name: string): string | undefined => {
    const [entry] = piece?.fields[cargo + name] ?? [];
    return entry?.kind === 'text'
      ? [entry.text, entry.unit?.replace(/^.*#/, '')].filter((one) => one !== undefined).join(' ')
      : undefined;
  };

  it('have headings in English, German or names of properties, with units', () => {
    expect(
      kinds(
        'No.\tDescription\tGross weight (kg)\tL cm\tW cm\tH cm\tUPID\tMarks\tHS code\n1\tBooks\t2\t1\t1\t1\tU\tM\t4901',
      ),
    ).to.deep.equal(['number', 'goods', 'weight', 'length', 'width', 'height', 'upid', 'marks', 'hsCode']);
    expect(kinds('Anzahl;Ware;Bruttogewicht [kg];Länge;Breite;Höhe;Markierung\n1;Bücher;2;1;1;1;M')).to.deep.equal([
      'count',
      'goods',
      'weight',
      'length',
      'width',
      'height',
      'marks',
    ]);
    expect(kinds('goodsDescription,grossWeight,upid,shippingMarks\nBooks,2,U,M')).to.deep.equal([
      'goods',
      'weight',
      'upid',
      'marks',
    ]);
    expect(readRows('Weight (lbs)\tGoods\n2\tBooks').columns[0]).to.include({ kind: 'weight', unit: 'LBR' });
  });

  it('may have no headings, or columns that are not known: the reader chooses', () => {
    const { columns, rows } = readRows('Books\t12\t40\nMaps\t13\t41');
    expect(columns.map(({ kind }) => kind)).to.deep.equal([undefined, undefined, undefined]);
    expect(rows).to.have.lengthOf(2);
    expect(kinds('Goods\tColour\tWeight\nBooks\tred\t2')).to.deep.equal(['goods', undefined, 'weight']);
  });

  it('keep quotes, separators within them, and lines within a cell', () => {
    const { pieces } = taken('Goods;Weight;Marks\n"Books; maps and ""prints""";12;"A\nB"\n');
    expect(textOf(pieces[0], 'goodsDescription')).to.equal('Books; maps and "prints"');
    expect(textOf(pieces[0], 'shippingMarks')).to.equal('A\nB');
    expect(textOf(pieces[0], 'grossWeight')).to.equal('12 KGM');
  });

  it('are read in the reader’s language', () => {
    expect(textOf(taken('Ware\tGewicht\nBücher\t1.234,5', decimalIn('de')).pieces[0], 'grossWeight')).to.equal(
      '1234.5 KGM',
    );
    expect(textOf(taken('Goods\tWeight\nBooks\t1,234.5').pieces[0], 'grossWeight')).to.equal('1234.5 KGM');
  });

  it('become n pieces by a count of n; a UPID is of the first only', () => {
    const { pieces } = taken('Count\tGoods\tWeight\tUPID\n3\tBooks\t12\tU-1\n1\tMaps\t5 lb\tU-2');
    expect(pieces.map((piece) => textOf(piece, 'goodsDescription'))).to.deep.equal(['Books', 'Books', 'Books', 'Maps']);
    expect(pieces.map((piece) => textOf(piece, 'upid'))).to.deep.equal(['U-1', undefined, undefined, 'U-2']);
    expect(textOf(pieces[3], 'grossWeight')).to.equal('5 LBR');
  });

  it('have sizes in three columns or in one, and HS codes as products', () => {
    const { pieces } = taken('Goods\tDims\tHS code\nBooks\t40x30x20 cm\t4901.99');
    const [dimensions] = pieces[0]?.fields[`${cargo}dimensions`] ?? [];
    expect(
      dimensions?.kind === 'object' ? ['length', 'width', 'height'].map((name) => textOf(dimensions.object, name)) : [],
    ).to.deep.equal(['40 CMT', '30 CMT', '20 CMT']);
    const [product] = pieces[0]?.fields[`${cargo}contentProducts`] ?? [];
    expect(product?.kind === 'object' ? textOf(product.object, 'hsCode') : '').to.equal('4901.99');
  });

  it('say which cells cannot be read, and drop nothing silently', () => {
    const { unreadable, pieces } = taken('Goods\tWeight\tLength\nBooks\theavy\t40\nMaps\t5\t-3\n\t\t');
    expect(unreadable).to.deep.equal([
      { row: 0, column: 1 },
      { row: 1, column: 2 },
    ]);
    expect(pieces).to.have.lengthOf(2);
    const weight: Column = { kind: 'weight', heading: '', unit: undefined };
    for (const [cell, isFine] of [
      ['', true],
      ['12 kg', true],
      ['12 cm', false],
      ['12 stone', false],
      ['0', false],
    ] as const)
      expect(isReadable(cell, weight, english), cell).to.equal(isFine);
  });

  it('are at most 500', () => {
    const many = readRows(`Goods\n${'Books\n'.repeat(620)}`);
    expect(many.rows).to.have.lengthOf(MAX_ROWS);
    expect(many.total).to.equal(620);
    const counted = taken('Count\tGoods\n400\tBooks\n400\tMaps');
    expect(counted.pieces).to.have.lengthOf(MAX_ROWS);
    expect(counted.total).to.equal(800);
  });

  it('of any text are read without an error', () => {
    for (const text of ['', '\t', '"', '"open\nquote', '\u0000', '=1+1\t@x', 'a'.repeat(100_000)])
      expect(() => taken(text), text.slice(0, 20)).not.to.throw();
  });
});

/** What the find box makes of answers, without a browser (K32, K33, K91). */
import { expect } from 'chai';
import { actsFor } from '../../console/parts/find-acts.js';
import { exactOf, lineOf, suggestionsOf } from '../../console/parts/found.js';
import { suggestionGroups } from '../../console/parts/suggestions.js';
import type { LookupAnswer, LookupItem } from '../../src/console/responses.js';

const objects = 'https://node.example/logistics-objects';

function item(more: Partial<LookupItem> & Pick<LookupItem, 'uri' | 'group'>): LookupItem {
  const matched = { by: 'identifier', text: '02012345675', property: null } as const;
  return { kind: 'object', type: null, label: null, shipment: null, detail: null, matched, ...more };
}

const answer = (
  items: readonly LookupItem[],
  understood: LookupAnswer['understood'],
): Pick<LookupAnswer, 'items' | 'understood'> => ({ items, understood });

const waybill = item({ uri: `${objects}/w`, group: 'waybill', label: '020-12345675' });
const house = item({ uri: `${objects}/h`, group: 'waybill' });
const term = (name: string): LookupItem =>
  item({
    uri: `https://onerecord.iata.org/ns/cargo#${name}`,
    ...({ group: 'term', kind: 'term', label: name, matched: { by: 'name', text: name, property: null } } as const),
  });

describe('The results of the find box', () => {
  it('K32: open at once if exactly one is exact, in any spelling', () => {
    const number = { as: 'waybill-number', text: '020-12345675' } as const;
    expect(exactOf(answer([waybill], number), 'AWB 020\u201312345675')).to.equal(waybill);
    expect(exactOf(answer([waybill, house], number), '02012345675')).to.equal(undefined);
    expect(exactOf(answer([waybill], { as: 'text', text: '0201234' }), '0201234')).to.equal(undefined);
    const worded = item({
      uri: `${objects}/p`,
      group: 'piece',
      matched: { by: 'words', text: 'Lamps', property: null },
    });
    expect(exactOf(answer([worded], { as: 'text', text: 'Lamps' }), 'Lamps')).to.equal(undefined);
    const flight = item({
      uri: `${objects}/f`,
      group: 'flight',
      matched: { by: 'identifier', text: 'LH8400', property: null },
    });
    expect(exactOf(answer([flight], { as: 'flight', text: 'LH8400/2026-11-22' }), 'LH8400/22NOV')).to.equal(flight);
  });

  it('K31: are no term of the data model while an object fits', () => {
    const named = answer([term('Piece'), term('PieceGroup')], { as: 'text', text: 'Piece' });
    expect(exactOf(named, 'Piece')?.label).to.equal('Piece');
    expect(exactOf(named, 'cargo:Piece')?.label).to.equal('Piece');
    expect(exactOf(named, 'piece')).to.equal(undefined);
    expect(exactOf(answer([house, term('Piece')], { as: 'text', text: 'Piece' }), 'Piece')).to.equal(undefined);
  });

  it('K32: are suggested by groups, with shipment and details beside the name', () => {
    const groups = {
      ...{ shipment: 'Shipments', waybill: 'Waybills', piece: 'Pieces', unit: 'Units', flight: 'Flights' },
      ...{ partner: 'Partners', object: 'Others', request: 'Requests', term: 'Model' },
    };
    const piece = item({
      ...{ uri: `${objects}/p`, group: 'piece', label: 'UPID-7', detail: '20 kg' },
      shipment: { uri: `${objects}/s`, label: 'Exhibition' },
    });
    const suggestions = suggestionsOf(answer([waybill, piece, house], { as: 'text', text: '' }), groups);
    expect(
      suggestionGroups(suggestions).map(({ name, entries }) => [name, entries.map(({ index }) => index)]),
    ).to.deep.equal([
      ['Waybills', [0, 2]],
      ['Pieces', [1]],
    ]);
    expect(suggestions[1]).to.include({ label: 'UPID-7', detail: 'Exhibition · 20 kg' });
    expect(suggestions[2]).to.include({ label: 'h', detail: '' });
    expect(lineOf({ label: 'A', detail: null, shipment: { uri: `${objects}/s`, label: 'A' } })).to.equal('');
  });

  it('K91: have acts by the beginnings of their words, each once, in any case', () => {
    const run = (): void => undefined;
    const acts = ['Print', 'Give access …', 'New shipment', 'Zugriff für Partner', 'Print', 'Reprint list'].map(
      (name) => ({
        name,
        run,
      }),
    );
    const names = (text: string): string[] => actsFor(text, acts).map(({ name }) => name);
    expect(names('give access')).to.deep.equal(['Give access …']);
    expect(names('SHIP new')).to.deep.equal(['New shipment']);
    expect(names('print')).to.deep.equal(['Print']);
    expect(names('fur')).to.deep.equal(['Zugriff für Partner']);
    expect([names(''), names('…'), names('zzz')]).to.deep.equal([[], [], []]);
  });
});

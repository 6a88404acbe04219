/** Values that are not those of one property: numbers of waybills, indicators, order and constants (X9, X25, X30, X32, X34). */
import type { ValueRule } from '../message-writing.js';
import { type Candidate, derivedText } from '../place.js';
import { terms } from '../walk.js';

/** Prefix and number of a waybill (X9). */
export const awb: ValueRule = ({ walk }, { target }, { scope }) => {
  const start = target === undefined ? undefined : walk.from(target, scope);
  const prefixStep = start?.rest.at(-1);
  const second = target?.second;
  if (start === undefined || prefixStep === undefined || second === undefined) return [];
  return walk.follow([start.found], start.rest.slice(0, -1)).flatMap(({ node, trail }): Candidate[] => {
    const [prefix] = terms(node, prefixStep.property);
    const [number] = terms(node, second.property);
    if (prefix?.term.kind !== 'literal' || number?.term.kind !== 'literal') return [];
    const text = `${prefix.term.text}-${number.term.text}`;
    return [{ text, attributes: [], values: [...trail, prefix, number], isContent: true }];
  });
};

/** An indicator that there is no value, where there is none (X25). */
export const absent: ValueRule = ({ walk }, { target }, { scope }) => {
  const start = target === undefined ? undefined : walk.from(target, scope);
  const found = start === undefined ? [] : walk.follow([start.found], start.rest);
  return found.some(({ node }) => terms(node, 'numericalValue').length > 0) ? [] : [derivedText('true')];
};

export const constant: ValueRule = (_writing, { derivation }) => (derivation === '' ? [] : [derivedText(derivation)]);

/** The place of an element among those of its kind (X34). */
export const order: ValueRule = (_writing, _row, { position = 0 }) => [derivedText(String(position + 1))];

/** A percentage; a value with another unit is none (X30). */
export const percent: ValueRule = ({ walk, texts, mappings: { names } }, row, { scope }) => {
  const { target } = row;
  const start = target === undefined ? undefined : walk.from(target, scope);
  const last = start?.rest.at(-1);
  if (start === undefined || last === undefined) return [];
  return walk.follow([start.found], start.rest.slice(0, -1)).flatMap(({ node, trail }): Candidate[] => {
    const [value] = terms(node, last.property);
    const units = terms(node, 'unit');
    const isPercent = units.every(
      ({ term }) => term.kind === 'iri' && term.iri === names.code('MeasurementUnitCode', 'P1'),
    );
    const text = value === undefined ? undefined : texts.of(row, value.term)?.text;
    if (value === undefined || text === undefined || !isPercent) return [];
    return [{ text, attributes: [], values: [...trail, value, ...units], isContent: true }];
  });
};

/** Questions that are asked without writing SPARQL: their parameters, columns and pictures (K63). */
import type { Words } from '../exports/table.js';

export const parameterKinds = [
  ...(['period', 'moment', 'partner', 'milestone', 'object', 'class', 'number', 'text', 'choice'] as const),
] as const;
export type ParameterKind = (typeof parameterKinds)[number];

/** `auto`: by the values of the column. */
export const columnKinds = [
  ...([
    'object',
    'partner',
    'class',
    'property',
    'code',
    'request',
    'text',
    'number',
    'time',
    'duration',
    'auto',
  ] as const),
] as const;
export type ColumnKind = (typeof columnKinds)[number];

export const chartKinds = ['line', 'bar', 'box', 'histogram'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** The picture of the rows. */
export interface QuestionChart {
  readonly kind: ChartKind;
  /** Columns, by name. Null counts rows. */
  readonly x: string | null;
  readonly y: string | null;
  /** The column by whose values the rows are told apart. */
  readonly by: string | null;
}

/** @typeParam Text in one language, or in each. */
export interface QuestionParameter<Text> {
  /** Of its variable in the query; a period has two: `…From`, and `…To`, which is not in it. */
  readonly name: string;
  readonly label: Text;
  readonly kind: ParameterKind;
  readonly required: boolean;
  /** As in an address; null: none. */
  readonly default: string | null;
  /** The values of a choice. */
  readonly options?: readonly { readonly value: string; readonly label: Text }[] | undefined;
}

export interface QuestionColumn<Text> {
  /** Of its variable in the query. */
  readonly name: string;
  readonly label: Text;
  readonly kind: ColumnKind;
  /** What its values are called. */
  readonly words?: Readonly<Record<string, Text>> | undefined;
}

/** What is asked: the text of its query, and what is made of its rows. */
export interface Question<Text = string> {
  readonly id: string;
  readonly title: Text;
  readonly words: Text;
  readonly parameters: readonly QuestionParameter<Text>[];
  /** None: the variables of the query, as they are. */
  readonly columns: readonly QuestionColumn<Text>[];
  readonly chart: QuestionChart | null;
  readonly sparql: string;
  /** Whether it asks for the copies of partners' objects, too (K96). */
  readonly mirrored: boolean;
}

/** A question of the node. */
export type BuiltInQuestion = Question<Words>;

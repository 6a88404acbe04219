/** The table of conformance (T28), in the order of every output (T24). */
import { areaNames, areaOf, type Row } from '../row.js';
import { rows as server } from './server.js';

const all: readonly Row[] = [server].flat();

export const rows: readonly Row[] = areaNames.flatMap((area) => all.filter((row) => areaOf(row) === area));

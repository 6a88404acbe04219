/** The OpenAPI section of the console: one tag for all of its addresses. */
import type { DescriptionContext, OpenApiSection } from '../openapi/section.js';
import { labels } from './api/labels-openapi.js';
import { me } from './api/me-openapi.js';
import { model } from './api/model-openapi.js';
import { pictures } from './api/pictures-openapi.js';
import { requests } from './api/requests-openapi.js';
import { stream } from './api/stream-openapi.js';
import { validations } from './api/validations-openapi.js';
import { status } from './api/status-openapi.js';
import { revisions } from './api/revisions-openapi.js';

/** Describes some of the addresses, under the console's tag. */
type DescribePart = (node: DescriptionContext, tag: string) => Omit<OpenApiSection, 'tag'>;

const parts: readonly DescribePart[] = [labels, me, model, revisions, pictures, requests, status, stream, validations];

export const consoleTag = {
  name: 'Console',
  description:
    'What the console asks. Everything below `/internal/` is also below `/console/api/`, where the console is on.',
};

export function consoleSection(node: DescriptionContext): OpenApiSection {
  const tag = consoleTag;
  const described = parts.map((describe) => describe(node, tag.name));
  return {
    tag,
    paths: Object.fromEntries(described.flatMap(({ paths }) => Object.entries(paths))),
    schemas: Object.fromEntries(described.flatMap(({ schemas = {} }) => Object.entries(schemas))),
  };
}

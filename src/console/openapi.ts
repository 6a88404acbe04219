/** What of the console is described apart from its operations: what Express serves, and the stream. */
import type { DescriptionContext, OpenApiSection } from '../openapi/section.js';
import { stream } from './api/stream-openapi.js';
import { describeConfig } from './config-openapi.js';

export const consoleTag = {
  name: 'Console',
  description:
    'What the console asks. Everything below `/internal/` is also below `/console/api/`, where the console is on.',
};

export function consoleSection(node: DescriptionContext): OpenApiSection {
  const { paths } = stream(node, consoleTag.name);
  return { tag: consoleTag, paths: { ...paths, '/console/config.json': describeConfig(node, consoleTag.name) } };
}

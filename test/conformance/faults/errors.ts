/** Faults in the bodies of errors. */
import { type Fault, answering, body, members } from './fault.js';

export const errorFaults: readonly Fault[] = [
  {
    name: 'errors are {"detail"}',
    areas: ['errors'],
    front: answering((answered) =>
      answered.status >= 400
        ? { ...answered, headers: { 'content-type': 'application/json' }, body: '{"detail": "no"}' }
        : answered,
    ),
  },
  {
    name: 'errors are {"detail"} in 2.0.0',
    areas: ['errors'],
    version: '2.0.0',
    front: answering((answered) =>
      answered.status >= 400
        ? { ...answered, headers: { 'content-type': 'application/ld+json' }, body: '{"detail": "no"}' }
        : answered,
    ),
  },
  {
    name: 'errors have a code of their own',
    areas: ['errors'],
    front: body((json) => members(json, (name, value) => (name === 'api:hasCode' ? 'E1' : value)), 'error'),
  },
  {
    name: 'errors have a title of their own',
    areas: ['errors'],
    front: body((json) => members(json, (name, value) => (name === 'api:hasTitle' ? 'Oops' : value)), 'error'),
  },
  {
    name: 'errors have no message, and details of an older class',
    areas: ['errors'],
    front: body(
      (json) =>
        members(json, (name, value) =>
          name === 'api:hasMessage' ? undefined : value === 'api:ErrorDetail' ? 'api:ErrorDetails' : value,
        ),
      'error',
    ),
  },
];

/** Common parts of the examples of deliveries. */
export const subscriber = 'https://airline.example/logistics-objects/_data-holder';

export const failing = {
  attempts: 2,
  nextAttempt: '2026-03-01T10:00:07.400Z',
  lastError: 'the receiver answered with status 503',
};

/** What the console's routes are given. */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { Labels } from './labels.js';

export interface ConsoleServices extends ExchangeServices {
  readonly labels: Labels;
}

export function consoleServices(services: ExchangeServices): ConsoleServices {
  return { ...services, labels: new Labels(services) };
}

export { prettyFactory } from 'pino-pretty';

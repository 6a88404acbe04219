export { SaxesParser, type SaxesTagNS } from 'saxes';

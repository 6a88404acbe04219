export { default } from 'compression';

export { default } from 'raw-body';

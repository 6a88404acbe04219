export { default } from 'n3';

export { default } from 'cors';

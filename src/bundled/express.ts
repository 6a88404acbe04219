export { default, Router } from 'express';

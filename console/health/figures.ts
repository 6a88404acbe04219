export * from '../../src/monitoring/figures/figures.js';

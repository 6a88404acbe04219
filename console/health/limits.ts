export * from '../../src/monitoring/figures/limits.js';

export * from '../../src/monitoring/figures/scrape.js';

export * from '../../src/monitoring/figures/prometheus.js';

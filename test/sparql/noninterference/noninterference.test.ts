import { describeNoninterference } from './noninterference-suite.js';
import { inProcessWay, workerWay } from './ways.js';

describeNoninterference('query workers', workerWay, 300);
describeNoninterference('the workers’ engine with everything in it', inProcessWay, 600);

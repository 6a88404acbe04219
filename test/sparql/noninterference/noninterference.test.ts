import { describeNoninterference } from './noninterference-suite.js';
import { inProcessWay, workerWay } from './ways.js';

describeNoninterference('query workers', (limits) => workerWay(limits), 75);
describeNoninterference('the workers’ engine with everything in it', (limits) => inProcessWay(limits), 150);

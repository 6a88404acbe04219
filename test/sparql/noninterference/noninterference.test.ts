import { describeNoninterference } from './noninterference-suite.js';
import { inProcessWay, workerWay } from './ways.js';

describeNoninterference('query workers', (limits) => workerWay(limits), 300);
describeNoninterference('the workers’ engine with everything in it', (limits) => inProcessWay(limits), 600);

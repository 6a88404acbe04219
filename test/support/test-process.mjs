// Here, not as an option of Node.js: every query worker, which runs compiled code, would load it, too.
import 'tsx';

await import('./test-process.ts');

/**
 * Required by a process before any other module. Oxigraph then throws, as it does when its memory is exhausted, on the
 * first load of a text that contains one of these words.
 */
const { _extensions: readers } = require('node:module');

const faults = {
  'break-the-engine': () => new globalThis.WebAssembly.RuntimeError('unreachable'),
  'overflow-the-stack': () => new RangeError('Maximum call stack size exceeded'),
};
const oxigraph = require.resolve('oxigraph');
const readScript = readers['.js'];

readers['.js'] = (module, file) => {
  readScript(module, file);
  if (file !== oxigraph) return;
  const { Store } = module.exports;
  const load = Store.prototype.load;
  Store.prototype.load = function (text, ...options) {
    for (const [word, fault] of Object.entries(faults)) if (text.includes(word)) throw fault();
    return load.call(this, text, ...options);
  };
};

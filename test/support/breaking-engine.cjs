/**
 * To be required by a process before anything else: Oxigraph then breaks, as it does when its memory is used up, as soon as
 * it is to load a text with one of these words in it.
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

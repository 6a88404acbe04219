/**
 * To be required by a process before anything else: Oxigraph then breaks, as it does when its memory is used up, as soon as
 * it is to load a text with this word in it.
 */
const { _extensions: readers } = require('node:module');

const WORD = 'break-the-engine';
const oxigraph = require.resolve('oxigraph');
const readScript = readers['.js'];

readers['.js'] = (module, file) => {
  readScript(module, file);
  if (file !== oxigraph) return;
  const { Store } = module.exports;
  const load = Store.prototype.load;
  Store.prototype.load = function (text, ...options) {
    if (text.includes(WORD)) throw new globalThis.WebAssembly.RuntimeError('unreachable');
    return load.call(this, text, ...options);
  };
};

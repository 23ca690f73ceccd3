import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const PACKAGE = require.resolve('pdfjs-dist/package.json');
const { version } = require(PACKAGE) as { version: string };
/** With the version in its name, for immutable caching. */
const FOLDER = `assets/pdfjs-${version}`;

/** What the worker of pdf.js requests by name when a document needs it, with its type. */
const FILES: Record<string, string> = {
  // JBIG2, frequent in scanned pages, and JPEG 2000: the content policy allows no WebAssembly.
  'wasm/jbig2_nowasm_fallback.js': 'text/javascript',
  'wasm/openjpeg_nowasm_fallback.js': 'text/javascript',
  // Bullets, arrows, check marks and boxes: fonts that documents may leave out and systems do not have.
  'standard_fonts/FoxitSymbol.pfb': 'application/octet-stream',
  'standard_fonts/FoxitDingbats.pfb': 'application/octet-stream',
};

export const pdfFiles = (): Plugin => ({
  name: 'pdf-files',
  async generateBundle() {
    for (const path of Object.keys(FILES))
      this.emitFile({
        type: 'asset',
        fileName: `${FOLDER}/${path}`,
        source: await readFile(join(dirname(PACKAGE), path)),
      });
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${FOLDER}`, (request, response, next) => {
      const path = request.url?.slice(1) ?? '';
      const type = FILES[path];
      if (!type) return next();
      void readFile(join(dirname(PACKAGE), path)).then((content) => {
        response.setHeader('content-type', type);
        response.end(content);
      }, next);
    });
  },
});

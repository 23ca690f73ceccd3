import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const PACKAGE = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');

/** What the worker of pdf.js asks for by name, and only when a document needs it. */
const FILES: { path: string; type: string; because: string }[] = [
  {
    path: 'wasm/jbig2_nowasm_fallback.js',
    type: 'text/javascript',
    because: 'scanned pages are often JBIG2; the content policy allows no WebAssembly',
  },
  {
    path: 'wasm/openjpeg_nowasm_fallback.js',
    type: 'text/javascript',
    because: 'JPEG 2000 pictures, for the same reason',
  },
  {
    path: 'standard_fonts/FoxitSymbol.pfb',
    type: 'application/octet-stream',
    because: 'bullets and arrows, a font that documents may leave out and systems do not have',
  },
  {
    path: 'standard_fonts/FoxitDingbats.pfb',
    type: 'application/octet-stream',
    because: 'check marks and boxes, likewise',
  },
];

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
  return version;
}

/** Lays those files under a folder with the version in its name: they keep their names, and may be cached for ever. */
export const pdfFiles = (): Plugin => ({
  name: 'pdf-files',
  async generateBundle() {
    const folder = `assets/pdfjs-${await readVersion()}`;
    for (const { path } of FILES)
      this.emitFile({
        type: 'asset',
        fileName: `${folder}/${path}`,
        source: await readFile(join(dirname(PACKAGE), path)),
      });
  },
  async configureServer({ middlewares }) {
    const folder = `/assets/pdfjs-${await readVersion()}`;
    middlewares.use(folder, (request, response, next) => {
      const file = FILES.find(({ path }) => request.url === `/${path}`);
      if (!file) return next();
      void readFile(join(dirname(PACKAGE), file.path)).then((content) => {
        response.setHeader('content-type', file.type);
        response.end(content);
      }, next);
    });
  },
});

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPaint } from './build/first-paint.ts';
import { leaveOut } from './build/leave-out.ts';
import { manualHelp } from './build/manual-help.ts';
import { pdfFiles } from './build/pdf-files.ts';

/** Where `npm run dev` finds the server; the web app itself only knows its own origin. */
const SERVER = process.env['DEV_SERVER_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), firstPaint(), leaveOut(), manualHelp(), pdfFiles()],
  build: {
    // The size check reads the manifest; source maps would publish the sources.
    manifest: true,
    sourcemap: false,
    target: 'es2023',
    // Every asset stays a file of its own: the content policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs in two files: libraries, which change seldom, and our own. Left alone it became a dozen
    // small ones, which compress worse and cost a round trip each. zod is told to do without eval in its own file:
    // from any other, a shared chunk with schemas could run earlier.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules|lib\/zod-without-eval/, priority: 1 },
            { name: 'app', tags: ['$initial'] },
            // What opens over the page, in one file that every page fetches once it is drawn (components/menu.tsx).
            { name: 'menu', test: /components\/menu-parts/ },
            // And what the bars get once it is drawn.
            {
              name: 'bars',
              test: /shell\/(tools\/(end-tools|shortcuts-bar|search)|layout\/footer-help|panels\/theme-panels)\.tsx/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': SERVER, '/manual': SERVER, '/r': SERVER, '/socket.io': { target: SERVER, ws: true } },
  },
});

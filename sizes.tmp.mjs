import { build } from 'vite';
import { writeFileSync } from 'node:fs';
const root = process.argv[2];
const out = {};
await build({ root: root + '/packages/web', configFile: root + '/packages/web/vite.config.ts', logLevel: 'error', build: { outDir: '/tmp/sizes-out', emptyOutDir: true },
  plugins: [{ name: 'sizes', generateBundle(_, bundle) { for (const c of Object.values(bundle)) if (c.type === 'chunk') out[c.fileName] = { name: c.name, imports: c.imports, facade: c.facadeModuleId, modules: Object.fromEntries(Object.entries(c.modules).map(([k, m]) => [k.replace(root + '/', ''), m.renderedLength])) }; } }] });
writeFileSync(process.argv[3], JSON.stringify(out));

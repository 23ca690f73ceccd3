import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readHelpText, readManualPage } from '@campanero/contract/shared/manual-page';
import type { Plugin } from 'vite';

const MANUAL = join(import.meta.dirname, '../../../docs/manual');
const NAME = 'virtual:manual-help';
const LOADED = `\0${NAME}`;

/** Makes the help inside the product of the manual's pages, so that each text stands once; by the screen's name in app/pages.ts. */
export const manualHelp = (): Plugin => ({
  name: 'manual-help',
  resolveId: (id) => (id === NAME ? LOADED : undefined),
  async load(id) {
    if (id !== LOADED) return undefined;
    const files = (await readdir(MANUAL)).filter((name) => name.endsWith('.md'));
    const entries = await Promise.all(
      files.map(async (name) => {
        const path = join(MANUAL, name);
        this.addWatchFile(path);
        const page = readManualPage(await readFile(path, 'utf8'));
        return page.screen ? [[page.screen, { ...readHelpText(page), manualPage: name.replace(/\.md$/, '') }]] : [];
      }),
    );
    return `export const HELP = ${JSON.stringify(Object.fromEntries(entries.flat()))};`;
  },
});

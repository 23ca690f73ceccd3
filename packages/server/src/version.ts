import { readFileSync } from 'node:fs';

/** Of the product: what its number means stands in docs/operations/upgrade.md. */
export const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

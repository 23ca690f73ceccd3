import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** Not committed. `now` is this run's, `release` what it is compared with. */
export const LOOKS = process.env.LOOKS_DIR ?? join(import.meta.dirname, '../looks');

/** Rounded corners are painted one way or the other. */
const NOISE = 0.1;

/** How many pixels differ, in per mille; 1000 if the size does. */
async function differenceOf(name: string): Promise<number | 'new' | 'gone'> {
  const files = ['release', 'now'].map((folder) => join(LOOKS, folder, name)) as [string, string];
  if (!existsSync(files[0])) return 'new';
  if (!existsSync(files[1])) return 'gone';
  const [before, after] = await Promise.all(
    files.map((file) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (before!.info.width !== after!.info.width || before!.info.height !== after!.info.height) return 1000;
  let differing = 0;
  for (let at = 0; at < before!.data.length; at += 3)
    if ([0, 1, 2].some((part) => before!.data[at + part] !== after!.data[at + part])) differing += 1;
  return (differing * 3000) / before!.data.length;
}

const list = (folder: string) => (existsSync(join(LOOKS, folder)) ? readdirSync(join(LOOKS, folder)) : []);

/** Before the pictures; what it gives back runs after them. */
export default function prepare(): () => Promise<void> {
  rmSync(join(LOOKS, 'now'), { recursive: true, force: true });
  mkdirSync(join(LOOKS, 'now'), { recursive: true });
  return report;
}

/** A page with each one beside that of the last release, those that differ first. */
async function report(): Promise<void> {
  const names = [...new Set([...list('release'), ...list('now')])].toSorted();
  const found: { name: string; difference: number | 'new' | 'gone' }[] = [];
  for (const name of names) found.push({ name, difference: await differenceOf(name) });
  const rank = ({ difference }: (typeof found)[number]) => (typeof difference === 'number' ? difference : 2000);
  const shown = found.toSorted((a, b) => rank(b) - rank(a));
  const differing = shown.filter((each) => rank(each) > NOISE);
  const figure = ({ name, difference }: (typeof found)[number]) => `
    <section><h2>${name}: ${typeof difference === 'number' ? `${difference.toFixed(2)} ‰` : difference}</h2>
    <div><img loading="lazy" src="release/${name}" alt=""><img loading="lazy" src="now/${name}" alt=""></div></section>`;
  writeFileSync(
    join(LOOKS, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Looks</title>
    <style>body{font:14px system-ui;margin:24px}div{display:grid;grid-template-columns:1fr 1fr;gap:12px}
    img{max-width:100%;border:1px solid #ccc;justify-self:start}h2{font-size:14px}</style>
    <h1>${names.length} pictures, ${differing.length} differ (left: last release, right: now)</h1>
    ${shown.map(figure).join('')}`,
  );
  console.log(
    `${names.length} pictures, ${differing.length} differ from the last release: ${join(LOOKS, 'index.html')}`,
  );
  for (const each of differing) console.log(`  ${each.name}: ${each.difference}`);
}

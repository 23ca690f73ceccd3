import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { readManualPage, type ManualSource } from '@campanero/contract/shared/manual-page';
import sharp from 'sharp';

export type Picture = { bytes: Buffer; type: string; width: number; height: number };
export type SourcePage = ManualSource & { slug: string };
/** Pages in the order of the start page; pictures by their address in the text (`pictures/inbox.webp`). */
export type ManualFiles = { pages: SourcePage[]; pictures: Map<string, Picture> };

export const START = 'index';
const PICTURES = 'pictures';
const PICTURE_TYPES: Record<string, string> = { '.webp': 'image/webp', '.png': 'image/png' };

async function readPicture(root: string, name: string): Promise<[string, Picture]> {
  const bytes = await readFile(join(root, PICTURES, name));
  const { width, height } = await sharp(bytes).metadata();
  return [`${PICTURES}/${name}`, { bytes, type: PICTURE_TYPES[extname(name)]!, width, height }];
}

/** A page that the start page does not name comes last. */
function orderBy(start: string, pages: SourcePage[]): SourcePage[] {
  const named = [...start.matchAll(/\]\(([\w-]+)\.md[)#]/g)].map((match) => match[1]!);
  const list = start.lastIndexOf('\n## ');
  const listed = [...start.slice(list).matchAll(/\]\(([\w-]+)\.md[)#]/g)].map((match) => match[1]!);
  const order = [START, ...listed, ...named];
  const placeOf = ({ slug }: SourcePage) => (order.includes(slug) ? order.indexOf(slug) : order.length);
  return pages.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The whole folder, read once; without the folder there are no pages. */
export async function readManual(root: string): Promise<ManualFiles> {
  const names = (await readdir(root).catch(() => [])).filter((name) => extname(name) === '.md');
  const pages = await Promise.all(
    names.map(async (name) => ({
      slug: name.slice(0, -'.md'.length),
      ...readManualPage(await readFile(join(root, name), 'utf8')),
    })),
  );
  const files = (await readdir(join(root, PICTURES)).catch(() => [])).filter((name) => extname(name) in PICTURE_TYPES);
  const start = pages.find(({ slug }) => slug === START)?.markdown ?? '';
  return {
    pages: orderBy(start, pages),
    pictures: new Map(await Promise.all(files.map((name) => readPicture(root, name)))),
  };
}

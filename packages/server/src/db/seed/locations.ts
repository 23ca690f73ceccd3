import { readFile } from 'node:fs/promises';
import type { Insertable } from 'kysely';
import type { Trx } from '../client.ts';
import type { DB } from '../schema.gen.ts';
import { insertMany } from './insert-many.ts';

const FILE = new URL('./data/locations.csv', import.meta.url);

export interface LocationTree {
  districts: Insertable<DB['locationDistrict']>[];
  sections: Insertable<DB['locationSection']>[];
  subsections: Insertable<DB['locationSubsection']>[];
}

/** One line per place, each below its parent: D district, S section, B subsection; `display` only where it differs. */
export async function readLocations(): Promise<LocationTree> {
  const tree: LocationTree = { districts: [], sections: [], subsections: [] };
  let districtId = '';
  let sectionId = '';
  const [, ...lines] = (await readFile(FILE, 'utf8')).trimEnd().split('\n');
  for (const line of lines) {
    const [level = '', id = '', name = '', accented = '', kind = ''] = line.split(';');
    const display = accented || name;
    if (level === 'D') {
      districtId = id;
      tree.districts.push({ id, name, display });
    } else if (level === 'S') {
      sectionId = id;
      tree.sections.push({ id, districtId, name, display, kind });
    } else {
      tree.subsections.push({ id, sectionId, name, display });
    }
  }
  return tree;
}

export async function seedLocations(trx: Trx): Promise<LocationTree> {
  const tree = await readLocations();
  await insertMany(trx, 'locationDistrict', tree.districts, { skipExisting: true });
  await insertMany(trx, 'locationSection', tree.sections, { skipExisting: true });
  await insertMany(trx, 'locationSubsection', tree.subsections, { skipExisting: true });
  return tree;
}

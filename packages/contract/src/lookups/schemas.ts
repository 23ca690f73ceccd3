import { z } from 'zod';
import { named } from '../shared/paging.ts';
import { fold } from '../shared/text.ts';

/** Users to choose from, by the side of the campaigns they may work in. */
export const peopleBySide = z.object({ internals: z.array(named), externals: z.array(named) });

/** Names have accents; audience files match with or without them. */
const place = z.object({ id: z.string(), name: z.string() });
const subsection = place;
const section = place.extend({ subsections: z.array(subsection) });
const district = place.extend({ sections: z.array(section) });
export const locationTree = z.array(district);
export type District = z.infer<typeof district>;

export const PLACE_LEVELS = ['district', 'section', 'subsection'] as const;
/** Of a place, as far as it is chosen; empty below. */
export type PlaceChoice = Record<'districtId' | 'sectionId' | 'subsectionId', string>;

export type PlaceLevel = (typeof PLACE_LEVELS)[number];

const SHORT_NAMES = new Map([
  ['ciudad autonoma de buenos aires', 'CABA'],
  ['buenos aires', 'PBA'],
]);
export const shortDistrict = (district: string) => SHORT_NAMES.get(fold(district)) ?? district;

import type { District, Section, Subsection } from '../../lookups/schemas.ts';
import { letters } from './columns.ts';
import { tidy } from './field-rules.ts';
import { MOST_ENTRIES, ownCopy } from './remembering.ts';
import { shown } from './shown.ts';

/** The official ids of a place, its parents filled in; or why it is none. */
export interface PlaceMatch {
  districtId: string | null;
  sectionId: string | null;
  subsectionId: string | null;
  reason: string | null;
}

export interface PlaceIndex {
  /** Names as the source wrote them, blanks and all; '' for none. */
  match(district: string, section: string, subsection: string): PlaceMatch;
}

interface Level {
  id: string;
  name: string;
  key: string;
  parent: Level | null;
}
type Names = Map<string, Level[]>;

const NOWHERE: PlaceMatch = { districtId: null, sectionId: null, subsectionId: null, reason: null };
const refused = (reason: string): PlaceMatch => ({ ...NOWHERE, reason });

/** What people write for places whose official name is another: refused like any other, with the name to write (spec 5). */
const COMMON_NAMES: Record<string, string> = {
  '02': 'caba capital capitalfederal ciudaddebuenosaires ciudadautonomadebsas',
  '06': 'pba provinciadebuenosaires bsas',
  '94': 'tierradelfuego',
};

/**
 * Matches the official spelling; case, accents, blanks and punctuation are forgiven, which is still unique inside each parent.
 * Names repeat across parents ("San Martin"), so a place is searched inside the ones given with it; a parent that is missing is
 * filled in when only one fits.
 */
export function createPlaceIndex(tree: readonly District[]): PlaceIndex {
  const districts: Names = new Map();
  const sections: Names = new Map();
  const subsections: Names = new Map();
  const add = (names: Names, place: District | Section | Subsection, parent: Level | null): Level => {
    const key = letters(place.name);
    const level = { id: place.id, name: place.name, key, parent };
    names.set(key, [...(names.get(key) ?? []), level]);
    return level;
  };
  for (const district of tree) {
    const top = add(districts, district, null);
    for (const section of district.sections) {
      const middle = add(sections, section, top);
      for (const subsection of section.subsections) add(subsections, subsection, middle);
    }
  }
  const officialNames = new Map(
    tree.flatMap(({ id, name }) => (COMMON_NAMES[id]?.split(' ') ?? []).map((common) => [common, name] as const)),
  );

  function matchDistrict(name: string): PlaceMatch {
    const key = letters(name);
    const [found] = districts.get(key) ?? [];
    if (found) return { ...NOWHERE, districtId: found.id };
    const official = officialNames.get(key);
    const hint = official ? `: escriba «${official}»` : '';
    return refused(`El distrito «${shown(name)}» no coincide con ninguno oficial${hint}.`);
  }

  function matchSection(name: string, district: string): PlaceMatch {
    const parent = district === '' ? NOWHERE : matchDistrict(district);
    if (parent.reason !== null) return parent;
    const found = within(sections.get(letters(name)), letters(district));
    if (found.length === 1) return { ...NOWHERE, districtId: found[0]!.parent!.id, sectionId: found[0]!.id };
    const named = `La sección «${shown(name)}»`;
    if (found.length > 1) return refused(`${named} existe en más de un distrito: indique el distrito.`);
    return refused(`${named} no coincide con ninguna oficial${district && ` del distrito «${shown(district)}»`}.`);
  }

  function matchSubsection(name: string, section: string, district: string): PlaceMatch {
    const candidates = within(subsections.get(letters(name)), letters(section), letters(district));
    if (candidates.length === 1) {
      const middle = candidates[0]!.parent!;
      return { districtId: middle.parent!.id, sectionId: middle.id, subsectionId: candidates[0]!.id, reason: null };
    }
    const named = `La subsección «${shown(name)}»`;
    if (candidates.length > 1) return refused(`${named} existe en más de una sección: indique sección y distrito.`);
    const parent = section === '' ? matchUpper(district) : matchSection(section, district);
    if (parent.reason !== null) return parent;
    const where = section ? ` de la sección «${shown(section)}»` : district && ` del distrito «${shown(district)}»`;
    return refused(`${named} no coincide con ninguna oficial${where}.`);
  }

  const matchUpper = (district: string) => (district === '' ? NOWHERE : matchDistrict(district));

  const workOut = (...names: [string, string, string]) => {
    const [district, section, subsection] = names.map(tidy) as typeof names;
    if (subsection !== '') return matchSubsection(subsection, section, district);
    return section === '' ? matchUpper(district) : matchSection(section, district);
  };

  // Three steps instead of one joined key: nothing has to be put together for a place that was seen before.
  let known = new Map<string, Map<string, Map<string, PlaceMatch>>>();
  let size = 0;
  return {
    match(district, section, subsection) {
      const remembered = known.get(district)?.get(section)?.get(subsection);
      if (remembered !== undefined) return remembered;
      const found = workOut(district, section, subsection);
      if (size >= MOST_ENTRIES) {
        known = new Map();
        size = 0;
      }
      const bySection = getOrAdd(known, district);
      getOrAdd(bySection, section).set(ownCopy(subsection), found);
      size += 1;
      return found;
    },
  };
}

function getOrAdd<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const present = maps.get(key);
  if (present !== undefined) return present;
  const added = new Map<string, V>();
  maps.set(ownCopy(key), added);
  return added;
}

/** Those whose parent, and its parent, bear the given names; '' asks for nothing. */
function within(places: readonly Level[] | undefined, parent: string, grandparent = ''): Level[] {
  return (places ?? []).filter(
    (place) =>
      (parent === '' || place.parent?.key === parent) &&
      (grandparent === '' || place.parent?.parent?.key === grandparent),
  );
}

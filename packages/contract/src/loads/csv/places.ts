import { shortDistrict, type District, type PlaceLevel } from '../../lookups/schemas.ts';
import { letters } from './columns.ts';
import { shown, tidy } from './field-rules.ts';
import { CACHE_MAX_ENTRIES, ownCopy } from './memoize.ts';

export type PlaceIds = { districtId: string | null; sectionId: string | null; subsectionId: string | null };

/** `within`: its parents, nearest first: "Comuna 4, CABA"; '' for a district. */
export type OfficialPlace = PlaceIds & { districtId: string; name: string; within: string };

/** `reason`: why the row is rejected; null if it may be loaded with this place. */
type PlaceMatch = PlaceIds & { reason: string | null; unknown: readonly UnknownPlace[] };

/** A name that matches no official place or several. `districtId`: where it was looked for; null: in the whole country. */
export type UnknownPlace = { level: PlaceLevel; name: string; districtId: string | null; rows: number };

/** A spelling stored for later loads: "La Boca" is Boca, of Comuna 4. The place is the lowest id that is given. */
type Spelling = PlaceIds & { name: string; districtId: string };

export interface PlaceRules {
  tree: readonly District[];
  spellings?: readonly Spelling[];
  /** True: a name that matches nothing counts as an empty cell. False: it rejects its row. */
  dropsUnknown?: boolean;
  /** Place of the installation, whose area code local numbers lack. */
  home?: { districtId: string | null; areaCode: string | null };
}

/** The most frequent first. */
export type UnknownPlaces = { places: UnknownPlace[]; rowsWithoutPlace: number };

export interface PlaceIndex {
  /** Names as the source wrote them, blanks and all; '' for none. */
  match(district: string, section: string, subsection: string): PlaceMatch;
  /** Counts the unknown names of a row: once for each row. `isTaken`: the row is no rejected one. */
  count(match: PlaceMatch, isTaken: boolean): void;
  unknown(): UnknownPlaces;
  /** For a number without area code, where it is known. */
  areaOf(match: PlaceMatch): string | undefined;
}

/** The one district that has a single area code. */
const CAPITAL = { districtId: '02', areaCode: '11' };

type Names = Record<PlaceLevel, Map<string, OfficialPlace[]>>;

const NOWHERE: PlaceIds = { districtId: null, sectionId: null, subsectionId: null };

/** Common names of districts: refused like other unknown names, with a hint. */
const COMMON_NAMES: Record<string, string> = {
  '02': 'caba capital capitalfederal ciudaddebuenosaires ciudadautonomadebsas',
  '06': 'pba provinciadebuenosaires bsas',
  '94': 'tierradelfuego',
};
/** Finds the district by a name like "Capital Federal". */
export const findByCommonName = <D extends { id: string }>(tree: readonly D[], name: string): D | undefined =>
  tree.find(({ id }) => COMMON_NAMES[id]?.split(' ').includes(letters(name)));

// A name matches the official or a stored spelling, ignoring case, accents, blanks and punctuation. Names repeat across parents ("San
// Martin"), so a place is searched inside the given ones; a missing parent is filled in if only one fits.
export function createPlaceIndex({ tree, spellings = [], dropsUnknown = false, home }: PlaceRules): PlaceIndex {
  const { official, remembered } = listNames(tree, spellings);
  const counts = createUnknownCounts();

  /** Official spellings come first. */
  function find(level: PlaceLevel, name: string, isInside: (place: OfficialPlace) => boolean): OfficialPlace[] {
    const key = letters(name);
    const found = (official[level].get(key) ?? []).filter(isInside);
    return found.length > 0 ? found : (remembered[level].get(key) ?? []).filter(isInside);
  }

  function workOut(...names: [string, string, string]): PlaceMatch {
    const [district, section, subsection] = names.map(tidy) as typeof names;
    const [top] = district === '' ? [] : find('district', district, () => true);
    const isInTop = ({ districtId }: OfficialPlace) => top === undefined || districtId === top.districtId;
    const middles = section === '' ? [] : find('section', section, isInTop);
    const isInMiddles = (place: OfficialPlace) =>
      middles.length === 0 || middles.some(({ sectionId }) => sectionId === place.sectionId);
    const isInBoth = (place: OfficialPlace) => isInTop(place) && isInMiddles(place);
    const bottoms = subsection === '' ? [] : find('subsection', subsection, isInBoth);

    const reasons: string[] = [];
    const unknown: UnknownPlace[] = [];
    // "La Boca" of "Capital Federal" is reported together with "La Boca" of the official district.
    const within = top?.districtId ?? single(middles)?.districtId ?? findByCommonName(tree, district)?.id ?? null;
    const refuse = (level: PlaceLevel, name: string, sentence: string) => {
      reasons.push(sentence);
      unknown.push(counts.entryFor(level, name, level === 'district' ? null : within));
    };
    if (district !== '' && top === undefined) refuse('district', district, unknownDistrict(district, tree));
    // A section name of several districts is resolved by its subsection; one of no district is unknown, whatever lies in it.
    if (section !== '' && (middles.length === 0 || (middles.length > 1 && bottoms.length !== 1)))
      refuse('section', section, unknownSection(section, district, middles.length));
    if (subsection !== '' && bottoms.length !== 1)
      refuse('subsection', subsection, unknownSubsection(subsection, section, district, bottoms.length));

    const [reason] = reasons;
    if (reason !== undefined && !dropsUnknown) return { ...NOWHERE, reason, unknown };
    const { districtId, sectionId, subsectionId } = single(bottoms) ?? single(middles) ?? top ?? NOWHERE;
    return { districtId, sectionId, subsectionId, reason: null, unknown };
  }

  // Nested maps: a known place needs no joined key.
  let known = new Map<string, Map<string, Map<string, PlaceMatch>>>();
  let size = 0;
  return {
    match(district, section, subsection) {
      const seen = known.get(district)?.get(section)?.get(subsection);
      if (seen !== undefined) return seen;
      const found = workOut(district, section, subsection);
      if (size >= CACHE_MAX_ENTRIES) {
        known = new Map();
        size = 0;
      }
      const bySection = getOrAdd(known, district);
      getOrAdd(bySection, section).set(ownCopy(subsection), found);
      size += 1;
      return found;
    },
    count: (match, isTaken) => counts.count(match, isTaken),
    unknown: () => counts.result(),
    areaOf({ districtId, unknown }) {
      if (districtId === CAPITAL.districtId) return CAPITAL.areaCode;
      // Someone who names an unknown place may live anywhere.
      const isHere = unknown.length === 0 && (districtId === null || districtId === home?.districtId);
      return (isHere && home?.areaCode) || undefined;
    },
  };
}

export function listPlaces(tree: readonly District[]): { level: PlaceLevel; place: OfficialPlace }[] {
  return tree.flatMap(({ id: districtId, name, sections }) => {
    const place: OfficialPlace = { districtId, sectionId: null, subsectionId: null, name, within: '' };
    const within = shortDistrict(name);
    const below = sections.flatMap((section) => {
      const middle = { ...place, sectionId: section.id, name: section.name, within };
      const bottoms = section.subsections.map((subsection) => ({
        level: 'subsection' as const,
        place: { ...middle, subsectionId: subsection.id, name: subsection.name, within: `${section.name}, ${within}` },
      }));
      return [{ level: 'section' as const, place: middle }, ...bottoms];
    });
    return [{ level: 'district' as const, place }, ...below];
  });
}

function listNames(tree: readonly District[], spellings: readonly Spelling[]) {
  const createNames = (): Names => ({ district: new Map(), section: new Map(), subsection: new Map() });
  const official = createNames();
  const remembered = createNames();
  const lowestId = ({ districtId, sectionId, subsectionId }: PlaceIds) => subsectionId ?? sectionId ?? districtId;
  const places = listPlaces(tree);
  const byId = new Map(places.map((each) => [lowestId(each.place), each]));
  for (const { level, place } of places) append(official[level], letters(place.name), place);
  for (const spelling of spellings) {
    const meant = byId.get(lowestId(spelling));
    if (meant) append(remembered[meant.level], letters(spelling.name), meant.place);
  }
  return { official, remembered };
}

/** How many different names are counted; a hostile file may invent more, which are not counted. */
const MOST_UNKNOWN = 2_000;
const LONGEST_NAME = 200;

function createUnknownCounts() {
  const entries = new Map<string, UnknownPlace>();
  let rowsWithoutPlace = 0;
  return {
    entryFor(level: PlaceLevel, name: string, districtId: string | null): UnknownPlace {
      const key = [level, districtId, letters(name) || name].join('|');
      const present = entries.get(key);
      if (present !== undefined) return present;
      const added = { level, name: ownCopy(name.slice(0, LONGEST_NAME)), districtId, rows: 0 };
      if (entries.size < MOST_UNKNOWN) entries.set(key, added);
      return added;
    },
    count({ unknown }: PlaceMatch, isTaken: boolean): void {
      for (const place of unknown) place.rows += 1;
      if (isTaken && unknown.length > 0) rowsWithoutPlace += 1;
    },
    result: (): UnknownPlaces => ({
      places: [...entries.values()].filter(({ rows }) => rows > 0).sort((one, other) => other.rows - one.rows),
      rowsWithoutPlace,
    }),
  };
}

function unknownDistrict(name: string, tree: readonly District[]): string {
  const meant = findByCommonName(tree, name);
  const hint = meant ? `: escriba «${meant.name}»` : '';
  return `El distrito «${shown(name)}» no coincide con ninguno oficial${hint}.`;
}

function unknownSection(name: string, district: string, candidates: number): string {
  const named = `La sección «${shown(name)}»`;
  if (candidates > 1) return `${named} existe en más de un distrito: indique el distrito.`;
  return `${named} no coincide con ninguna oficial${district && ` del distrito «${shown(district)}»`}.`;
}

function unknownSubsection(name: string, section: string, district: string, candidates: number): string {
  const named = `La subsección «${shown(name)}»`;
  if (candidates > 1) return `${named} existe en más de una sección: indique sección y distrito.`;
  const where = section ? ` de la sección «${shown(section)}»` : district && ` del distrito «${shown(district)}»`;
  return `${named} no coincide con ninguna oficial${where}.`;
}

const single = (places: readonly OfficialPlace[]) => (places.length === 1 ? places[0] : undefined);

function append(names: Map<string, OfficialPlace[]>, key: string, place: OfficialPlace): void {
  const present = names.get(key);
  if (present) present.push(place);
  else names.set(key, [place]);
}

function getOrAdd<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const present = maps.get(key);
  if (present !== undefined) return present;
  const added = new Map<string, V>();
  maps.set(ownCopy(key), added);
  return added;
}

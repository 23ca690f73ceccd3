import type { District } from '../../lookups/schemas.ts';
import { fold } from '../../shared/text.ts';
import { findByCommonName, listPlaces, type OfficialPlace, type UnknownPlace } from './places.ts';

const MOST_SHOWN = 3;
/** From 0 (nothing in common) to 1. */
const LEAST_LIKENESS = 0.5;

/** Finds at most three of the closest official places, of the given district if known. */
export function createPlaceFinder(tree: readonly District[]) {
  const candidates = listPlaces(tree).map(({ level, place }) => ({ level, place, words: wordsOf(place.name) }));
  return ({ level, name, districtId }: Pick<UnknownPlace, 'level' | 'name' | 'districtId'>): OfficialPlace[] => {
    const common = level === 'district' ? findByCommonName(tree, name) : undefined;
    const written = wordsOf(name);
    return candidates
      .filter(({ level: own, place }) => own === level && (districtId === null || place.districtId === districtId))
      .map(({ place, words }) => ({ place, like: place.districtId === common?.id ? 1 : likeness(written, words) }))
      .filter(({ like }) => like >= LEAST_LIKENESS)
      .sort((one, other) => other.like - one.like || one.place.name.localeCompare(other.place.name, 'es'))
      .slice(0, MOST_SHOWN)
      .map(({ place }) => place);
  };
}

type Words = { all: readonly string[]; joined: string };

const FILLERS = new Set('el la los las de del y e barrio localidad partido departamento ciudad provincia'.split(' '));
const SHORT_FORMS: Record<string, string> = {
  alte: 'almirante',
  cmte: 'comandante',
  cnel: 'coronel',
  dr: 'doctor',
  gdor: 'gobernador',
  gob: 'gobernador',
  gral: 'general',
  ing: 'ingeniero',
  pte: 'presidente',
  sgto: 'sargento',
  sta: 'santa',
  sto: 'santo',
  tte: 'teniente',
  va: 'villa',
};

function wordsOf(name: string): Words {
  const written = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    // "Comuna 04" is Comuna 4.
    .map((word) => SHORT_FORMS[word] ?? word.replace(/^0+(?=\d)/, ''));
  const kept = written.filter((word) => !FILLERS.has(word));
  const all = kept.length > 0 ? kept : written;
  return { all, joined: all.join('') };
}

function likeness(one: Words, other: Words): number {
  if (one.joined === '' || other.joined === '') return 0;
  const longest = Math.max(one.joined.length, other.joined.length);
  const byLetters = 1 - editDistance(one.joined, other.joined) / longest;
  const [few, many] = one.all.length <= other.all.length ? [one.all, other.all] : [other.all, one.all];
  const isPart = few.every((word) => many.includes(word));
  // If one name contains all words of the other, it is likelier than its letters say; more so with more words.
  return isPart ? Math.max(byLetters, 0.6 + (0.3 * few.length) / many.length) : byLetters;
}

/** How many letters have to be put in, taken out or replaced (Levenshtein). */
function editDistance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = before[at - 1]! + (one[row - 1] === other[at - 1] ? 0 : 1);
      current.push(Math.min(replaced, before[at]! + 1, current[at - 1]! + 1));
    }
    before = current;
  }
  return before[other.length]!;
}

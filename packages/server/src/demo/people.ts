import type { PersonFields } from '@campanero/contract/loads/csv/columns';
import { formatDay } from '@campanero/contract/shared/dates';
import { fold } from '@campanero/contract/shared/text';
import type { LocationTree } from '../db/seed/locations.ts';
import { readFrequentNames, type Names, type Random, weightsOf } from './random.ts';

/** Three people in ten are not known to the phone dashboard. */
const LEAD_SHARE = 0.3;
const HOUSEHOLD_SHARE = 0.05;
const NO_NAME_SHARE = 0.01;

/** District, how many of the people live there, and area codes in use there. */
const DISTRICTS: readonly (readonly [id: string, weight: number, codes: readonly string[]])[] = [
  ['02', 620, ['11']],
  ['06', 270, ['11', '11', '11', '221', '223', '291']],
  ['14', 25, ['351']],
  ['82', 25, ['341', '342']],
  ['50', 12, ['261']],
  ['90', 10, ['381']],
  ['30', 8, ['343']],
  ['66', 8, ['387']],
  ['22', 5, ['362']],
  ['54', 5, ['376']],
  ['58', 4, ['299']],
  ['62', 4, ['2920']],
  ['26', 4, ['280', '297']],
];
/** Greater Buenos Aires: where most of the province's numbers of area 11 live. */
const NEARBY =
  'Avellaneda|Lanus|Lomas De Zamora|Quilmes|La Matanza|Moron|San Isidro|Vicente Lopez|Tigre|General San Martin|Tres De Febrero|Almirante Brown'.split(
    '|',
  );
const CHANNELS = ['Web', 'Presencial', '147', 'Boti', 'Comuna', 'Evento'];
const NATIONALITIES = weightsOf({
  Argentina: 88,
  Paraguaya: 3,
  Boliviana: 3,
  Venezolana: 2,
  Peruana: 2,
  Uruguaya: 1,
  Chilena: 1,
});

/** A line and the people who answer it, as an audience file has them. */
export type DemoPhone = { number: number; people: PersonFields[] };

type Home = { district: string; section: string; subsection: string; sectionId: string };

/** Plausible names, ages, documents and places; some people share a line. No number or dashboard id is given twice. */
export type Population = Awaited<ReturnType<typeof createPopulation>>;
export async function createPopulation(places: LocationTree, year: number) {
  const names = await readFrequentNames();
  const homes = groupHomes(places);
  const taken = new Set<number>();
  let made = 0;

  function makePhone(random: Random, place: string | undefined): DemoPhone {
    const [districtId, , codes] = place
      ? DISTRICTS.find(([id]) => id === place.slice(0, 2))!
      : random.weighted(DISTRICTS.map((district) => [district, district[1]] as const));
    const all = homes.get(districtId)!;
    const home = random.pick(place && place.length > 2 ? all.filter(({ sectionId }) => sectionId === place) : all);
    const number = makeNumber(random, random.pick(codes), taken);
    const line = random.chance(0.6) ? { mobile: String(number) } : { phone: String(number) };
    const size = random.chance(HOUSEHOLD_SHARE) ? random.int(2, 3) : 1;
    const people = Array.from({ length: size }, () => {
      made += 1;
      return { ...line, ...makePerson({ random, names, year, home, nth: made }) };
    });
    // Most of a household has one surname.
    for (const person of people.slice(1)) if (random.chance(0.67)) person.lastName = people[0]!.lastName;
    return { number, people };
  }
  return {
    /** New lines; `place`: the official id of a district or section where their people live. */
    makePhones: (random: Random, amount: number, place: string | undefined): DemoPhone[] =>
      Array.from({ length: amount }, () => makePhone(random, place)),
  };
}

function makePerson(given: { random: Random; names: Names; year: number; home: Home; nth: number }): PersonFields {
  const { random, names, year, nth } = given;
  const isLead = random.chance(LEAD_SHARE);
  const isNamed = !isLead || !random.chance(NO_NAME_SHARE / LEAD_SHARE);
  if (!isNamed) return { channel: random.chance(0.7) ? random.pick(CHANNELS) : null };
  const gender = random.weighted(weightsOf({ F: 54, M: 45, X: 1 }));
  const firstName = names.given(gender, random);
  const lastName = names.surname(random);
  const bornIn = year - random.int(18, 70) - (random.chance(0.2) ? random.int(0, 18) : 0);
  const knows = (probability: number) => random.chance(isLead ? probability * 0.6 : probability);
  const { district, section, subsection } = given.home;
  return {
    orionId: isLead ? null : `OR-${700_000 + nth}`,
    firstName,
    lastName,
    document: knows(0.85) ? makeDocument(bornIn, random) : null,
    birthday: knows(0.8) ? formatDay(`${bornIn}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`) : null,
    gender: random.chance(0.92) ? gender : null,
    nationality: knows(0.6) ? random.weighted(NATIONALITIES) : null,
    channel: random.chance(0.7) ? random.pick(CHANNELS) : null,
    email: knows(0.5) ? `${address(firstName)}.${address(lastName)}${random.int(1, 99)}@correo.example` : null,
    district,
    section,
    subsection,
  };
}

const two = (value: number) => String(value).padStart(2, '0');
const address = (name: string) => fold(name).replaceAll(/[^a-z]/g, '');

/** Document numbers follow the birth year: about 14 million for 1960, 42 million for 2000. */
function makeDocument(birthYear: number, random: Random): string {
  const millions = Math.max(3, (birthYear - 1940) * 0.7 + random.next() * 2);
  return String(Math.floor(millions * 1_000_000) + random.int(0, 999_999));
}

function makeNumber(random: Random, code: string, taken: Set<number>): number {
  for (;;) {
    const length = 10 - code.length;
    const rest = random.int(4, 6) * 10 ** (length - 1) + random.int(0, 10 ** (length - 1) - 1);
    const number = Number(code) * 10 ** length + rest;
    if (taken.has(number)) continue;
    taken.add(number);
    return number;
  }
}

function groupHomes({ districts, sections, subsections }: LocationTree): Map<string, Home[]> {
  const districtNames = new Map(districts.map(({ id, name }) => [id, name]));
  const sectionsById = new Map(
    sections
      .filter(({ districtId, name }) => districtId !== '06' || NEARBY.includes(name))
      .map((each) => [each.id, each]),
  );
  const homes = subsections.flatMap(({ sectionId, name }) => {
    const section = sectionsById.get(sectionId);
    if (!section) return [];
    const { districtId } = section;
    const home = { district: districtNames.get(districtId)!, section: section.name, subsection: name, sectionId };
    return [{ districtId, home }];
  });
  return new Map(
    [...Map.groupBy(homes, ({ districtId }) => districtId)].map(([id, group]) => [id, group.map(({ home }) => home)]),
  );
}

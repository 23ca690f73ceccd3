import { fold } from '@campanero/contract/shared/text';
import type { Trx } from '../../client.ts';
import { takeIds } from '../insert-many.ts';
import type { LocationTree } from '../locations.ts';
import type { Calendar } from './calendar.ts';
import { randomOf, readFrequentNames, type Gender, type Names, type Random } from './random.ts';
import type { DemoPerson, DemoPhone } from './world.ts';

const PEOPLE = 20_000;
/** Of ten people, three are known only from a file or form. */
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
const NEARBY = new Set([
  'Avellaneda',
  'Lanus',
  'Lomas De Zamora',
  'Quilmes',
  'La Matanza',
  'Moron',
  'San Isidro',
  'Vicente Lopez',
  'Tigre',
  'General San Martin',
  'Tres De Febrero',
  'Almirante Brown',
]);
const CHANNELS = ['Web', 'Presencial', '147', 'Boti', 'Comuna', 'Evento'];
const NATIONALITIES: readonly (readonly [string, number])[] = [
  ['Argentina', 88],
  ['Paraguaya', 3],
  ['Boliviana', 3],
  ['Venezolana', 2],
  ['Peruana', 2],
  ['Uruguaya', 1],
  ['Chilena', 1],
];

interface Place {
  sectionId: string;
  subsectionId: string | null;
}

/** Some 20,000 people and their numbers: plausible names, ages, documents and places; some share a line. */
export async function makePeople(trx: Trx, calendar: Calendar, places: LocationTree): Promise<DemoPhone[]> {
  const random = randomOf('people');
  const names = await readFrequentNames();
  const homes = groupPlaces(places);
  const year = calendar.now.getUTCFullYear();
  const taken = new Set<number>();
  const phones: DemoPhone[] = [];
  for (const id of await takeIds(trx, 'person', PEOPLE)) {
    const shared = random.chance(HOUSEHOLD_SHARE) ? phones.at(-random.int(1, 40)) : undefined;
    const [districtId, , codes] = random.weighted(DISTRICTS.map((district) => [district, district[1]] as const));
    const person = makePerson({ id, random, names, year, districtId, home: random.pick(homes.get(districtId)!) });
    if (shared && shared.people.length < 3) {
      joinHousehold(person, shared);
      continue;
    }
    phones.push({
      number: makeNumber(random, random.pick(codes), taken),
      people: [{ person, wrong: false }],
      mobile: random.chance(0.6),
      blocked: null,
      calls: [],
    });
  }
  return phones;
}

function makePerson(given: {
  id: number;
  random: Random;
  names: Names;
  year: number;
  districtId: string;
  home: Place;
}): DemoPerson {
  const { id, random, names, year, districtId, home } = given;
  const isLead = random.chance(LEAD_SHARE);
  const isNamed = !isLead || !random.chance(NO_NAME_SHARE / LEAD_SHARE);
  const gender: Gender = random.weighted([
    ['F', 54],
    ['M', 45],
    ['X', 1],
  ] as const);
  const firstName = isNamed ? names.given(gender, random) : '';
  const lastName = isNamed ? names.surname(random) : '';
  const age = random.int(18, 70) + (random.chance(0.2) ? random.int(0, 18) : 0);
  const knows = (probability: number) => isNamed && random.chance(isLead ? probability * 0.6 : probability);
  return {
    id,
    orionId: isLead ? null : `OR-${String(700_000 + id)}`,
    firstName,
    lastName,
    document: knows(0.85) ? makeDocument(year - age, random) : null,
    birthday: knows(0.8) ? `${year - age}-${two(random.int(1, 12))}-${two(random.int(1, 28))}` : null,
    gender: isNamed && random.chance(0.92) ? gender : null,
    nationality: knows(0.6) ? random.weighted(NATIONALITIES) : null,
    channel: random.chance(0.7) ? random.pick(CHANNELS) : null,
    email: knows(0.5) ? `${address(firstName)}.${address(lastName)}${random.int(1, 99)}@correo.example` : null,
    districtId: isNamed ? districtId : null,
    sectionId: isNamed ? home.sectionId : null,
    subsectionId: isNamed ? home.subsectionId : null,
    interested: false,
    dead: false,
    doNotCall: false,
    fromExternal: false,
  };
}

/** Same line, same home; now and then the same surname. */
function joinHousehold(person: DemoPerson, phone: DemoPhone): void {
  const [first] = phone.people;
  if (!first) return;
  const { districtId, sectionId, subsectionId, lastName } = first.person;
  Object.assign(person, { districtId, sectionId, subsectionId }, person.id % 3 === 0 ? {} : { lastName });
  phone.people.push({ person, wrong: false });
}

const two = (value: number) => String(value).padStart(2, '0');
const address = (name: string) => fold(name).replaceAll(/[^a-z]/g, '');

/** Documents are given out in order of birth: somebody born in 1960 has about 14 millions, in 2000 about 42. */
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

function groupPlaces(places: LocationTree): Map<string, Place[]> {
  const districtOf = new Map(
    places.sections
      .filter((section) => section.districtId !== '06' || NEARBY.has(section.name))
      .map(({ id, districtId }) => [id, districtId]),
  );
  const homes = new Map<string, Place[]>();
  for (const { id, sectionId } of places.subsections) {
    const districtId = districtOf.get(sectionId);
    if (!districtId) continue;
    const list = homes.get(districtId) ?? [];
    list.push({ sectionId, subsectionId: id });
    homes.set(districtId, list);
  }
  return homes;
}

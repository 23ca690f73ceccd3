import { formatDate } from '@campanero/contract/shared/dates';
import type { Trx } from '../../client.ts';
import { insertMany, takeIds } from '../insert-many.ts';
import type { LocationTree } from '../locations.ts';
import { randomOf, type Random } from './random.ts';
import type { DemoData } from './demo-data.ts';
import type { DemoPerson, DemoPhone } from './world.ts';

/** Name, places (null: unlimited), how many enrolled, status. */
const FORMS: readonly (readonly [string, number | null, number, 'ABIERTO' | 'CERRADO'])[] = [
  ['Colonias de Verano', 500, 463, 'ABIERTO'],
  ['Jornada de adopción responsable', 600, 420, 'ABIERTO'],
  ['Escuela de Oficios', 750, 750, 'CERRADO'],
  ['Huerta urbana: charlas abiertas', null, 470, 'ABIERTO'],
  ['Audiencia pública de transporte', 800, 640, 'ABIERTO'],
  ['Voluntariado de la Maratón', 300, 12, 'ABIERTO'],
];
const AUDIENCES: readonly (readonly [description: string, total: number, daysAgo: number])[] = [
  ['Mayores de 65 con cobertura municipal', 850, 210],
  ['Vecinos que reclamaron por arbolado', 640, 38],
  ['Familias con controles pediátricos pendientes', 580, 20],
  ['Inscriptos al newsletter de Cultura', 420, 9],
  ['Comercios con habilitación por vencer', 300, 6],
  ['Usuarios de bibliotecas, último trimestre', 260, 2],
];

/** What an audience can come from, besides files. */
export type DemoSources = Record<'form' | 'dashboard', readonly { id: number; name: string }[]>;

/** What the built-in forms system and phone dashboard hold, drawn from the same people; some campaigns came from there. */
export async function seedConnectors(trx: Trx, { calendar, phones, places }: DemoData): Promise<DemoSources> {
  const random = randomOf('connectors');
  const named = phones.filter(({ people }) => people[0]!.person.firstName !== '');
  const contacts = named.filter(({ people }) => people[0]!.person.orionId !== null);
  const formIds = await takeIds(trx, 'form', FORMS.length);
  await insertMany(
    trx,
    'form',
    FORMS.map(([name, slots, , status], index) => ({
      id: formIds[index]!,
      name,
      slots,
      status,
      url: `https://formularios.example/f/${formIds[index]}`,
      createdAt: calendar.at(-random.int(10, 240), 600),
    })),
  );
  const registrations = FORMS.flatMap(([, , enrolled], index) =>
    sample(named, enrolled, random).map((phone, position) => ({
      formId: formIds[index]!,
      position,
      ...registrationOf(phone),
      createdAt: calendar.at(-random.int(1, 9), random.int(480, 1300)),
    })),
  );
  await insertMany(trx, 'formRegistration', registrations);

  const audienceIds = await takeIds(trx, 'dashboardAudience', AUDIENCES.length);
  await insertMany(
    trx,
    'dashboardAudience',
    AUDIENCES.map(([description, total, daysAgo], index) => ({
      id: audienceIds[index]!,
      description,
      total,
      createdAt: calendar.at(-daysAgo, 660),
    })),
  );
  const names = placeNames(places);
  const members = AUDIENCES.flatMap(([, total], index) =>
    sample(contacts, total, random).map((phone, position) => {
      const { person } = phone.people[0]!;
      const { nationality, channel } = person;
      const home = {
        district: names(person.districtId),
        section: names(person.sectionId),
        subsection: names(person.subsectionId),
      };
      return {
        audienceId: audienceIds[index]!,
        position,
        orionId: person.orionId!,
        ...registrationOf(phone),
        nationality,
        channel,
        ...home,
      };
    }),
  );
  await insertMany(trx, 'dashboardAudienceContact', members);
  return {
    form: FORMS.map(([name], index) => ({ id: formIds[index]!, name })),
    dashboard: AUDIENCES.map(([name], index) => ({ id: audienceIds[index]!, name })),
  };
}

/** A stretch of the shuffled list is enough, and cheaper than shuffling it whole for each. */
function sample(phones: readonly DemoPhone[], count: number, random: Random): readonly DemoPhone[] {
  const start = random.int(0, phones.length - count);
  return phones.slice(start, start + count);
}

function registrationOf({ number, people }: DemoPhone) {
  const person: DemoPerson = people[0]!.person;
  return {
    phone: `+54 9 ${number}`,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    document: person.document,
    birthday: person.birthday && formatDate(`${person.birthday}T12:00:00Z`),
    gender: person.gender,
  };
}

/** As the dashboard spells them: officially. */
function placeNames({ districts, sections, subsections }: LocationTree) {
  const names = new Map([...districts, ...sections, ...subsections].map(({ id, name }) => [id, name]));
  return (id: string | null) => (id === null ? null : (names.get(id) ?? null));
}

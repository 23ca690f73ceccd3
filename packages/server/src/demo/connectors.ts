import { AUDIENCE_FIELDS } from '@campanero/contract/loads/csv/columns';
import type { Trx } from '../db/client.ts';
import { insertMany, takeIds } from '../db/seed/insert-many.ts';
import type { DemoSources } from './campaign-events.ts';
import { randomOf } from './random.ts';
import type { DemoPlan } from './plan-demo.ts';

/** Name, places (null: unlimited), how many enrolled if no campaign calls them, status. */
const FORMS: readonly (readonly [string, number | null, number, 'ABIERTO' | 'CERRADO'])[] = [
  ['Colonias de Verano', 500, 463, 'ABIERTO'],
  ['Jornada de adopción responsable', 600, 0, 'ABIERTO'],
  ['Escuela de Oficios', 130, 0, 'CERRADO'],
  ['Huerta urbana: charlas abiertas', null, 0, 'ABIERTO'],
  ['Audiencia pública de transporte', 800, 0, 'ABIERTO'],
  ['Voluntariado de la Maratón', 300, 12, 'ABIERTO'],
];
/** Description, members if no campaign calls them, how many days ago it was made. */
const AUDIENCES: readonly (readonly [description: string, members: number, daysAgo: number])[] = [
  ['Mayores de 65 con cobertura municipal', 0, 222],
  ['Vecinos que reclamaron por arbolado', 0, 41],
  ['Familias con controles pediátricos pendientes', 0, 25],
  ['Inscriptos al newsletter de Cultura', 420, 9],
  ['Comercios con habilitación por vencer', 300, 6],
  ['Usuarios de bibliotecas, último trimestre', 260, 2],
];

const CONTACT_FIELDS = AUDIENCE_FIELDS.filter((field) => field !== 'mobile');
const FORM_FIELDS = ['firstName', 'lastName', 'email', 'document', 'birthday', 'gender'] as const;

/** Data of the built-in forms system and phone dashboard, which no use case writes. */
export async function writeConnectors(trx: Trx, { calendar, campaigns, population }: DemoPlan): Promise<DemoSources> {
  const random = randomOf('connectors');
  const peopleFor = (source: 'form' | 'dashboard', name: string, others: number) => {
    const campaign = campaigns.find(({ plan }) => plan[source] === name);
    // One person for each number, so that as many calls are loaded as the list has members.
    const strangers = () =>
      population.makePhones(random, others, undefined).map((phone) => ({ ...phone, people: phone.people.slice(0, 1) }));
    return (campaign?.phones ?? strangers()).flatMap(({ number, people }) =>
      people.map((person) => ({ person, phone: `+54 9 ${number}` })),
    );
  };

  const formIds = await takeIds(trx, 'form', FORMS.length);
  const forms = FORMS.map(([name, slots, , status], index) => ({
    id: formIds[index]!,
    name,
    slots,
    status,
    url: `https://formularios.example/f/${formIds[index]}`,
    createdAt: calendar.at(-random.int(245, 255), 600),
  }));
  await insertMany(trx, 'form', forms);
  const registrations = FORMS.flatMap(([name, , others], index) =>
    peopleFor('form', name, others).map(({ person, phone }, position) => ({
      formId: formIds[index]!,
      position,
      phone,
      ...Object.fromEntries(FORM_FIELDS.map((field) => [field, person[field] ?? null])),
      createdAt: calendar.at(-random.int(1, 9), random.int(480, 1300)),
    })),
  );
  await insertMany(trx, 'formRegistration', registrations);

  const audienceIds = await takeIds(trx, 'dashboardAudience', AUDIENCES.length);
  const audiences = AUDIENCES.map(([description, others, daysAgo], index) => {
    const people = peopleFor('dashboard', description, others);
    const createdAt = calendar.at(-daysAgo, 660);
    return { people, row: { id: audienceIds[index]!, description, total: people.length, createdAt } };
  });
  const rows = audiences.map(({ row }) => row);
  await insertMany(trx, 'dashboardAudience', rows);
  const members = audiences.flatMap(({ row, people }) =>
    people.map(({ person, phone }, position) => ({
      audienceId: row.id,
      position,
      ...Object.fromEntries(CONTACT_FIELDS.map((field) => [field, person[field] ?? null])),
      phone,
      // Every contact of the dashboard has an id.
      orionId: person.orionId ?? `OR-${500_000 + row.id * 10_000 + position}`,
    })),
  );
  await insertMany(trx, 'dashboardAudienceContact', members);
  return {
    form: new Map(forms.map(({ id, name }) => [name, String(id)])),
    dashboard: new Map(audiences.map(({ row }) => [row.description, String(row.id)])),
  };
}

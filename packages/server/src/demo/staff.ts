import { fold, fullName } from '@campanero/contract/shared/text';
import type { Trx } from '../db/client.ts';
import { insertMany, takeIds } from '../db/seed/insert-many.ts';
import type { Calendar } from './calendar.ts';
import { randomOf } from './random.ts';

export const DEMO_PASSWORD = 'campanero-demo';
/** Printed at the start under SEED=demo. */
export const DEMO_SIGN_INS = [
  'admin@demo.gob.ar',
  'coordinador@demo.gob.ar',
  'coordinador.externo@demo.gob.ar',
  'operador@demo.gob.ar',
  'operador.externo@demo.gob.ar',
] as const;

const PEOPLE: readonly (readonly [first: string, last: string, role: number | null, email?: string])[] = [
  ['Mariana', 'Gutiérrez', 5, DEMO_SIGN_INS[0]],
  ['Carolina', 'Ibáñez', 4, DEMO_SIGN_INS[1]],
  ['Sebastián', 'Ledesma', 3, DEMO_SIGN_INS[2]],
  ['Lucía', 'Fernández', 2, DEMO_SIGN_INS[3]],
  ['Martín', 'Acosta', 1, DEMO_SIGN_INS[4]],
  ['Néstor', 'Villalba', 4],
  ['Gabriela', 'Ponce', 4],
  ['Paula', 'Quiroga', 3],
  ['Diego', 'Romero', 2],
  ['Valeria', 'Sosa', 2],
  ['Hernán', 'Benítez', 2],
  ['Florencia', 'Molina', 2],
  ['Juan Pablo', 'Herrera', 2],
  ['Silvina', 'Cáceres', 2],
  ['Ezequiel', 'Núñez', 2],
  ['Daniela', 'Ojeda', 1],
  ['Rodrigo', 'Maldonado', 1],
  ['Cecilia', 'Peralta', 1],
  ['Emiliano', 'Vera', 1],
  ['Marta', 'Godoy', 2],
  ['Ramiro', 'Luna', null],
];
export const STAFF_SIZE = PEOPLE.length;
/** Disabled user, who appears in old registrations only. */
const FORMER = 'marta.godoy@demo.gob.ar';

export interface DemoUser {
  id: number;
  firstName: string;
  lastName: string;
  name: string;
  email: string;
  /** Null: guest. */
  role: number | null;
  /** Work done relative to the average. */
  pace: number;
}

interface Side {
  coordinators: DemoUser[];
  /** The first is the demo sign-in. */
  operators: DemoUser[];
}

export type Staff = { all: DemoUser[]; administrator: DemoUser; internal: Side; external: Side; former: DemoUser };

export function makeStaff(ids: readonly number[]): Staff {
  const random = randomOf('staff');
  const all = PEOPLE.map(([firstName, lastName, role, email], index) => ({
    id: ids[index]!,
    firstName,
    lastName,
    name: fullName({ firstName, lastName }),
    email: email ?? `${fold(firstName).replaceAll(' ', '')}.${fold(lastName)}@demo.gob.ar`,
    role,
    pace: 0.72 + random.next() * 0.5,
  }));
  const former = all.find(({ email }) => email === FORMER)!;
  const withRole = (role: number) => all.filter((user) => user.role === role && user !== former);
  const administrator = withRole(5)[0]!;
  return {
    all,
    administrator,
    internal: { coordinators: [administrator, ...withRole(4)], operators: withRole(2) },
    external: { coordinators: withRole(3), operators: withRole(1) },
    former,
  };
}

/** `unknown`: password hash of users who do not sign in. */
export async function writeStaff(trx: Trx, calendar: Calendar, passwords: { demo: string; unknown: string }) {
  const random = randomOf('sign-ins');
  const staff = makeStaff(await takeIds(trx, 'appUser', STAFF_SIZE));
  const rows = staff.all.map((user) => {
    const { id, firstName, lastName, email } = user;
    const createdAt = calendar.at(-260 + random.int(0, 12), random.int(540, 1020));
    const signedIn = calendar.at(user === staff.former ? -75 : -random.int(1, 3), random.int(525, 600));
    const isDemo = (DEMO_SIGN_INS as readonly string[]).includes(email);
    const passwordHash = isDemo ? passwords.demo : passwords.unknown;
    const lastLoginAt = user.role === null ? null : signedIn;
    return { id, firstName, lastName, email, passwordHash, lastLoginAt, createdAt, updatedAt: createdAt };
  });
  await insertMany(trx, 'appUser', rows);
  const roles = staff.all.flatMap(({ id, role }) => (role === null ? [] : [{ userId: id, roleId: role }]));
  await insertMany(trx, 'userRole', roles);
  return staff;
}

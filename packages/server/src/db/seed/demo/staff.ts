import { fold, fullName } from '@campanero/contract/shared/text';
import type { Trx } from '../../client.ts';
import { insertMany, takeIds } from '../insert-many.ts';
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

export interface DemoUser {
  id: number;
  name: string;
  email: string;
  role: number | null;
  disabled: boolean;
  /** How much of a share this person gets through, against the average. */
  pace: number;
}

export interface Staff {
  all: DemoUser[];
  administrator: DemoUser;
  coordinators: DemoUser[];
  externalCoordinators: DemoUser[];
  /** Enabled ones; the first of each is the demo sign-in. */
  operators: DemoUser[];
  externalOperators: DemoUser[];
}

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
  ['Marta', 'Godoy', 2, 'marta.godoy@demo.gob.ar'],
  ['Ramiro', 'Luna', null],
];
/** Left the centre: her old registrations keep her name, no list of choices does. */
const DISABLED = 'marta.godoy@demo.gob.ar';

export interface Passwords {
  demo: string;
  /** Of the colleagues, whom nobody signs in as: a hash of something random. */
  unknown: string;
}

export async function seedStaff(trx: Trx, calendar: Calendar, passwords: Passwords): Promise<Staff> {
  const random = randomOf('staff');
  const ids = await takeIds(trx, 'appUser', PEOPLE.length);
  const rows = PEOPLE.map(([firstName, lastName, role, given], index) => {
    const email = given ?? `${fold(firstName).replaceAll(' ', '')}.${fold(lastName)}@demo.gob.ar`;
    const createdAt = calendar.at(-260 + random.int(0, 12), random.int(540, 1020));
    const isDisabled = email === DISABLED;
    const lastLoginAt = isDisabled
      ? calendar.at(-75, 545)
      : role === null
        ? null
        : calendar.at(-random.int(1, 3), random.int(525, 600));
    const passwordHash = (DEMO_SIGN_INS as readonly string[]).includes(email) ? passwords.demo : passwords.unknown;
    return {
      id: ids[index]!,
      firstName,
      lastName,
      email,
      role,
      passwordHash,
      disabled: isDisabled,
      lastLoginAt,
      createdAt,
    };
  });
  const users = rows.map(({ id, firstName, lastName, email, passwordHash, disabled, lastLoginAt, createdAt }) => ({
    id,
    firstName,
    lastName,
    email,
    passwordHash,
    disabled,
    lastLoginAt,
    createdAt,
    updatedAt: createdAt,
  }));
  await insertMany(trx, 'appUser', users);
  await insertMany(
    trx,
    'userRole',
    rows.flatMap(({ id, role }) => (role === null ? [] : [{ userId: id, roleId: role }])),
  );
  return group(
    rows.map(({ id, firstName, lastName, email, role, disabled }) => ({
      id,
      name: fullName({ firstName, lastName }),
      email,
      role,
      disabled,
      pace: 0.72 + random.next() * 0.5,
    })),
  );
}

function group(all: DemoUser[]): Staff {
  const withRole = (role: number) => all.filter((user) => user.role === role && !user.disabled);
  return {
    all,
    administrator: withRole(5)[0]!,
    coordinators: withRole(4),
    externalCoordinators: withRole(3),
    operators: withRole(2),
    externalOperators: withRole(1),
  };
}

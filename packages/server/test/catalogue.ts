import { randomUUID } from 'node:crypto';
import { INVALID_STATE, PENDING_STATE } from '@campanero/contract/configuration/schemas';
import type { TestApp } from './app.ts';

const aName = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;

interface StateParts {
  id?: number;
  name?: string;
  disable?: boolean;
  color?: string;
  callback?: boolean;
  contactability?: boolean;
  effectiveness?: boolean;
}

export async function aState(world: TestApp, parts: StateParts = {}) {
  return world.db
    .insertInto('state')
    .values({ name: aName('Estado'), ...parts })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}

export async function aSubstate(world: TestApp, parts: { name?: string; disable?: boolean } = {}) {
  return world.db
    .insertInto('substate')
    .values({ name: aName('Subestado'), ...parts })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}

/** The two states that only the product sets; one set per world. */
export async function theSystemStates(world: TestApp) {
  return {
    pending: await aState(world, { id: PENDING_STATE, name: 'Pendiente' }),
    invalid: await aState(world, { id: INVALID_STATE, name: 'Inválido', color: '#7F1D1D' }),
  };
}

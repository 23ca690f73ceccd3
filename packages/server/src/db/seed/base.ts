import { ADMINISTRADOR } from '@campanero/contract/roles';
import { hasWritten, type Trx } from '../index.ts';
import { OBJECTIVES, STATES, substateId, SUBSTATES } from './catalogue.ts';
import { insertMany } from './insert-many.ts';
import { seedLocations, type LocationTree } from './locations.ts';

/** What every installation begins with: states, substates, objectives and the official places. Existing rows stay as they are. */
export async function seedBase(trx: Trx): Promise<LocationTree> {
  await seedStates(trx);
  await seedObjectives(trx);
  return seedLocations(trx);
}

async function seedStates(trx: Trx): Promise<void> {
  const substates = SUBSTATES.map((name) => ({ id: substateId(name), name }));
  await insertMany(trx, 'substate', substates, { skipExisting: true });
  const states = STATES.map(({ substates: _substates, ...state }) => state);
  await insertMany(trx, 'state', states, { skipExisting: true });
  const links = STATES.flatMap(({ id, substates: names }) =>
    names.map((name) => ({ stateId: id, substateId: substateId(name) })),
  );
  await insertMany(trx, 'stateSubstate', links, { skipExisting: true });
}

async function seedObjectives(trx: Trx): Promise<void> {
  const objectives = OBJECTIVES.map(({ id, name }) => ({ id, name }));
  await insertMany(trx, 'objective', objectives, { skipExisting: true });
  const links = OBJECTIVES.flatMap(({ id, states }) => states.map((stateId) => ({ objectiveId: id, stateId })));
  await insertMany(trx, 'objectiveState', links, { skipExisting: true });
}

/** Only on an installation without users, so that a restart creates no second administrator. */
export const seedFirstAdministrator = (trx: Trx, { email, passwordHash }: { email: string; passwordHash: string }) =>
  hasWritten(trx)`
    with created as (
      insert into app_user (first_name, last_name, email, password_hash, must_change_password)
      select 'Administrador', 'General', ${email}, ${passwordHash}, true
      where not exists (select from app_user) returning id)
    insert into user_role (user_id, role_id) select id, ${ADMINISTRADOR}::int from created`;

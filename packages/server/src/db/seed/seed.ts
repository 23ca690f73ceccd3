import { ADMINISTRADOR } from '@campanero/contract/roles';
import { randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { type Db, hasRows, run, selectValue, type Trx, hasWritten } from '../index.ts';
import { OBJECTIVES, STATES, substateId, SUBSTATES } from './catalogue.ts';
import { insertMany } from './insert-many.ts';
import { type LocationTree, seedLocations } from './locations.ts';

/** An arbitrary pair of constants that no other advisory lock uses. */
export const SEED_LOCK = [7261, 3] as const;
const REMEMBERED_AS = 'seed';
/** Present while the demo data are being made: the next start after a crash finds it (db/migrate.ts). */
export const UNFINISHED_DEMO = 'seed.unfinished';

interface SeedDeps {
  db: Db;
  config: Pick<Config, 'seed' | 'adminEmail' | 'adminPassword'>;
  hash: (password: string) => Promise<string>;
  seedDemo?: (places: LocationTree) => Promise<void>;
}

/** `isNew`: this run wrote it. `oneTimePassword`: of the first administrator, to be shown once and stored nowhere. */
export type SeedResult = { kind: 'base' | 'demo'; isNew: boolean; oneTimePassword?: string };

// Fills an empty installation once, under a lock for several nodes. The next start removes incomplete demo data. An installation
// without users gets its first administrator once ADMIN_EMAIL is set.
export async function runSeed(deps: SeedDeps): Promise<SeedResult> {
  const { db, config, seedDemo } = deps;
  const before = await findSeed(db);
  const needsFirst = (before ?? config.seed) === 'base' && !(await hasRows(db)`select 1 from app_user limit 1`);
  const administrator = needsFirst ? await prepareAdministrator(deps) : undefined;
  if (before && !administrator) return { kind: before, isNew: false };

  return db.transaction().execute(async (trx) => {
    // Seeding may take minutes on a slow machine, and so may waiting for another node that seeds.
    await run(
      trx,
    )`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;
    await run(trx)`select pg_advisory_xact_lock(${SEED_LOCK[0]}, ${SEED_LOCK[1]})`;
    const kind = await findSeed(trx);
    const result: SeedResult = { kind: kind ?? config.seed, isNew: !kind };
    if (!kind) {
      if (config.seed === 'demo') {
        // Until the demo is made this transaction only holds the lock: the others must see the catalogue.
        const places = await db.transaction().execute(async (base) => {
          await run(base)`insert into installation (key, value) values (${UNFINISHED_DEMO}, '{}')`;
          return seedBase(base);
        });
        await seedDemo!(places);
        await run(trx)`delete from installation where key = ${UNFINISHED_DEMO}`;
      } else await seedBase(trx);
      const value = JSON.stringify({ kind: config.seed });
      await trx.insertInto('installation').values({ key: REMEMBERED_AS, value }).execute();
    }
    if (administrator && (await seedFirstAdministrator(trx, administrator)) && administrator.oneTimePassword)
      result.oneTimePassword = administrator.oneTimePassword;
    return result;
  });
}

/** Hashing is slow on purpose: done before the transaction. */
async function prepareAdministrator({ config, hash }: SeedDeps) {
  if (!config.adminEmail) return undefined;
  const oneTimePassword = config.adminPassword ? undefined : randomBytes(12).toString('base64url');
  const passwordHash = await hash(config.adminPassword ?? oneTimePassword!);
  return { email: config.adminEmail, passwordHash, oneTimePassword };
}

const findSeed = (db: Db | Trx) =>
  selectValue<'base' | 'demo' | undefined>(db)`select value ->> 'kind' from installation where key = ${REMEMBERED_AS}`;

/** What every installation begins with: states, substates, objectives and the official places. Existing rows stay as they are. */
async function seedBase(trx: Trx): Promise<LocationTree> {
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
const seedFirstAdministrator = (trx: Trx, { email, passwordHash }: { email: string; passwordHash: string }) =>
  hasWritten(trx)`
    with created as (
      insert into app_user (first_name, last_name, email, password_hash, must_change_password)
      select 'Administrador', 'General', ${email}, ${passwordHash}, true
      where not exists (select from app_user) returning id)
    insert into user_role (user_id, role_id) select id, ${ADMINISTRADOR}::int from created`;

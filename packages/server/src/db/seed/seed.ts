import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { FileStore } from '../../integrations/files/port.ts';
import type { Config } from '../../config.ts';
import type { Db, Trx } from '../client.ts';
import { seedBase, seedFirstAdministrator } from './base.ts';
import { seedDemo, type EnqueueFar } from './demo/seed-demo.ts';

/** An arbitrary pair of constants that no other advisory lock uses. */
const LOCK_KIND = 7261;
const LOCK_SEED = 3;
const REMEMBERED_AS = 'seed';

interface SeedDeps {
  db: Db;
  config: Pick<Config, 'seed' | 'adminEmail' | 'adminPassword' | 'publicUrl'>;
  hash: (password: string) => Promise<string>;
  /** Demo dates are counted back from here. */
  now?: Date;
  /** Where the demo's call scripts go; without it there are none. */
  files?: FileStore;
  enqueueFar?: EnqueueFar;
}

export interface SeedResult {
  /** What the installation was seeded with, now or at an earlier start. */
  kind: 'base' | 'demo';
  /** True only for the one run that wrote it. */
  isNew: boolean;
  /** The first administrator's password, when one had to be generated: to be shown once and stored nowhere. */
  oneTimePassword?: string;
}

/**
 * Fills an empty installation, once: in one transaction that also stores that it was done, under a lock, so that one of
 * several nodes seeds and a crash in the middle leaves nothing behind. Later starts find it done; only an installation that
 * still has no users gets its first administrator then, if ADMIN_EMAIL was set later.
 */
export async function runSeed(deps: SeedDeps): Promise<SeedResult> {
  const { db, config, now = new Date() } = deps;
  const before = await findSeed(db);
  const administrator =
    (before ?? config.seed) === 'base' && !(await hasPeople(db)) ? await prepareAdministrator(deps) : undefined;
  if (before && !administrator) return { kind: before, isNew: false };

  return db.transaction().execute(async (trx) => {
    // Seeding may take minutes on a slow machine, and so may waiting for another node that seeds.
    await sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(
      trx,
    );
    await sql`select pg_advisory_xact_lock(${LOCK_KIND}, ${LOCK_SEED})`.execute(trx);
    const kind = await findSeed(trx);
    const result: SeedResult = { kind: kind ?? config.seed, isNew: !kind };
    if (!kind) {
      const places = await seedBase(trx);
      if (config.seed === 'demo')
        await seedDemo(trx, {
          places,
          now,
          hash: deps.hash,
          files: deps.files,
          enqueueFar: deps.enqueueFar,
          publicUrl: config.publicUrl,
        });
      await trx
        .insertInto('installation')
        .values({ key: REMEMBERED_AS, value: JSON.stringify({ kind: config.seed }), at: now })
        .execute();
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

const hasPeople = async (db: Db) =>
  (await db.selectFrom('appUser').select('id').limit(1).executeTakeFirst()) !== undefined;

async function findSeed(db: Db | Trx): Promise<'base' | 'demo' | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', REMEMBERED_AS).executeTakeFirst();
  return (row?.value as { kind: 'base' | 'demo' } | undefined)?.kind;
}

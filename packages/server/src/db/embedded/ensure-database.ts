import pg from 'pg';
import { SUPERUSER } from './cluster.ts';

/** The database, and the role that owns and migrates it. No superuser: it cannot read files nor run programs. */
const OWNER = 'campanero';
/** The application's own role: it can neither alter tables nor touch audit records; db/grants.ts gives it the rest. */
const APPLICATION = 'campanero_app';

/** Made on the first start; a start killed in between, or by a release with one role, is completed by the next. */
export async function ensureDatabase(socketDir: string): Promise<void> {
  const client = new pg.Client({ host: socketDir, user: SUPERUSER, database: 'postgres' });
  await client.connect();
  try {
    for (const name of [OWNER, APPLICATION]) {
      const role = await client.query('select from pg_roles where rolname = $1', [name]);
      if (role.rowCount === 0) await client.query(`create role ${name} login`);
    }
    const database = await client.query('select from pg_database where datname = $1', [OWNER]);
    if (database.rowCount === 0) await client.query(`create database ${OWNER} owner ${OWNER}`);
    await client.query(`revoke connect, temporary on database ${OWNER} from public`);
    await client.query(`grant connect on database ${OWNER} to ${APPLICATION}`);
  } finally {
    await client.end();
  }
}

/** The host stands in the query, where both pg and libpq take a folder as the socket's; `localhost` only keeps it a valid URL. */
const socketUrl = (user: string, database: string, socketDir: string) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;

export const applicationUrl = (socketDir: string) => socketUrl(APPLICATION, OWNER, socketDir);
export const ownerUrl = (socketDir: string) => socketUrl(OWNER, OWNER, socketDir);
export const superuserUrl = (socketDir: string, database = 'postgres') => socketUrl(SUPERUSER, database, socketDir);

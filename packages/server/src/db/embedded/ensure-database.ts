import pg from 'pg';
import { SUPERUSER } from './cluster.ts';

/** Role and database of the product. The role owns the database and is no superuser: it cannot read files nor run programs. */
const NAME = 'campanero';

/** Made on the first start; a start killed in between is completed by the next. */
export async function ensureDatabase(socketDir: string): Promise<void> {
  const client = new pg.Client({ host: socketDir, user: SUPERUSER, database: 'postgres' });
  await client.connect();
  try {
    const role = await client.query('select from pg_roles where rolname = $1', [NAME]);
    if (role.rowCount === 0) await client.query(`create role ${NAME} login`);
    const database = await client.query('select from pg_database where datname = $1', [NAME]);
    if (database.rowCount === 0) await client.query(`create database ${NAME} owner ${NAME}`);
    await client.query(`revoke connect, temporary on database ${NAME} from public`);
  } finally {
    await client.end();
  }
}

/** The host stands in the query, where both pg and libpq take a folder as the socket's; `localhost` only keeps it a valid URL. */
const socketUrl = (user: string, database: string, socketDir: string) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;

export const applicationUrl = (socketDir: string) => socketUrl(NAME, NAME, socketDir);
export const superuserUrl = (socketDir: string) => socketUrl(SUPERUSER, 'postgres', socketDir);

import { withConnection } from '../with-connection.ts';
import { SUPERUSER } from './cluster.ts';

/** Name of the database and of the role that owns and migrates it; not a superuser. */
const OWNER = 'campanero';
/** The application's role: no DDL, no changes of audit records; db/grants.ts grants the rest. */
const APPLICATION = 'campanero_app';

/** Idempotent: completes an interrupted start, or data of a release with one role. */
export const ensureDatabase = (socketDir: string) =>
  withConnection(superuserUrl(socketDir), async (client) => {
    for (const name of [OWNER, APPLICATION]) {
      const role = await client.query('select from pg_roles where rolname = $1', [name]);
      if (role.rowCount === 0) await client.query(`create role ${name} login`);
    }
    const database = await client.query('select from pg_database where datname = $1', [OWNER]);
    if (database.rowCount === 0) await client.query(`create database ${OWNER} owner ${OWNER}`);
    await client.query(`revoke connect, temporary on database ${OWNER} from public`);
    await client.query(`grant connect on database ${OWNER} to ${APPLICATION}`);
  });

/** The host is in the query, where pg and libpq accept a socket folder; `localhost` only makes the URL valid. */
const socketUrl = (user: string, database: string, socketDir: string) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;

export const applicationUrl = (socketDir: string) => socketUrl(APPLICATION, OWNER, socketDir);
export const ownerUrl = (socketDir: string) => socketUrl(OWNER, OWNER, socketDir);
export const superuserUrl = (socketDir: string, database = 'postgres') => socketUrl(SUPERUSER, database, socketDir);

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';

// The login of the city's reports (docs/decisions/032-bi.md): reads the views of schema `bi` and nothing else.
export const BI_ROLE = 'campanero_bi';
export const BI_SCHEMA = 'bi';
/** Applied to each new session; whoever signs in may change them, so no right depends on them. */
const DEFAULTS = {
  default_transaction_read_only: 'on',
  statement_timeout: '2min',
  idle_in_transaction_session_timeout: '1min',
  search_path: BI_SCHEMA,
};
/** Far below the connections that the product leaves free. */
const CONNECTIONS = 5;

/** What PostgreSQL stores of a password (RFC 5803), so that the password itself reaches neither the server nor its log. */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const rounds = 4096;
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`;
}

interface Site {
  role: string;
  /** Role that owns the views: those it adds later are granted too. */
  owner: string;
  database: string;
}

/** `isNew`: the role does not exist. Run again, they give a new password and restore the rights. */
export function grantStatements({ role, owner, database }: Site, verifier: string, isNew: boolean): string[] {
  const name = pg.escapeIdentifier(role);
  const schema = pg.escapeIdentifier(BI_SCHEMA);
  const login = `login password ${pg.escapeLiteral(verifier)} connection limit ${CONNECTIONS}`;
  return [
    `${isNew ? 'create' : 'alter'} role ${name} ${login}`,
    ...Object.entries(DEFAULTS).map(([setting, value]) => `alter role ${name} set ${setting} = '${value}'`),
    `grant connect on database ${pg.escapeIdentifier(database)} to ${name}`,
    `grant usage on schema ${schema} to ${name}`,
    `grant select on all tables in schema ${schema} to ${name}`,
    `alter default privileges for role ${pg.escapeIdentifier(owner)} in schema ${schema} grant select on tables to ${name}`,
  ];
}

/** Takes the rights first: an open session can read nothing from then on. */
export function revokeStatements({ role, owner }: Site): string[] {
  const name = pg.escapeIdentifier(role);
  const schema = pg.escapeIdentifier(BI_SCHEMA);
  return [
    `revoke select on all tables in schema ${schema} from ${name}`,
    `revoke usage on schema ${schema} from ${name}`,
    `alter default privileges for role ${pg.escapeIdentifier(owner)} in schema ${schema} revoke select on tables from ${name}`,
    `alter role ${name} nologin password null`,
  ];
}

type Facts = { database: string; owner: string; isNew: boolean };

/** Undefined if the schema is missing: the server of this version has not started yet. */
export async function readSite(client: pg.Client, role: string): Promise<(Site & { isNew: boolean }) | undefined> {
  const { rows } = await client.query<Facts>(
    `select current_database() as database, pg_get_userbyid(nspowner) as owner,
       not exists (select from pg_roles where rolname = $1) as "isNew"
     from pg_namespace where nspname = $2`,
    [role, BI_SCHEMA],
  );
  return rows[0] && { role, ...rows[0] };
}

/** All or nothing. */
export async function runStatements(client: pg.Client, statements: readonly string[]): Promise<void> {
  await client.query('begin');
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Rights that the role has besides the views, given by somebody else or to everybody. Empty: none. */
export async function findOtherRights(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(
    `select 'superusuario' as what from pg_roles where rolname = $1 and rolsuper
     union all
     select 'miembro de ' || granted.rolname from pg_auth_members m join pg_roles granted on granted.oid = m.roleid
       join pg_roles member on member.oid = m.member where member.rolname = $1
     union all
     select 'tablas temporales' where has_database_privilege($1, current_database(), 'temporary')
     union all
     (select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> all (array['pg_catalog', 'information_schema', $2])
        and n.nspname !~ '^pg_' and has_any_column_privilege($1, c.oid, 'select, insert, update') order by 1)`,
    [role, BI_SCHEMA],
  );
  return rows.map(({ what }) => what);
}

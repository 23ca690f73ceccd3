import { CamelCasePlugin, Kysely, PostgresDialect, type Selectable, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { connectionTo } from './connection.ts';
import { POOL_SIZES } from './pool-sizes.ts';
import { CONNECTION_SECONDS, PreparingClient } from './prepared.ts';
import type { DB } from './schema.gen.ts';
import { setUpSession } from './session.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;
export type RowOf<Table extends keyof DB> = Selectable<DB[Table]>;

// All our bigints stay below 2^53, so they are plain numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const INT8_ARRAY = 1016;
const TEXT_ARRAY = 1009;
const readTexts = pg.types.getTypeParser(TEXT_ARRAY as never) as (value: string) => (string | null)[];
pg.types.setTypeParser(INT8_ARRAY as never, (value) =>
  readTexts(value).map((each) => (each === null ? null : Number(each))),
);
// Stays text: a Date would be midnight in the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

interface PoolOptions {
  max?: number;
  statementTimeout?: number;
  connectTimeout?: number;
  applicationName?: string;
  log?: Pick<Logger, 'warn'>;
}

export function createPool(to: string | pg.ClientConfig, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    ...(typeof to === 'string' ? connectionTo(to) : to),
    Client: PreparingClient,
    max: options.max ?? POOL_SIZES.requests,
    connectionTimeoutMillis: options.connectTimeout ?? 5_000,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: CONNECTION_SECONDS,
    application_name: options.applicationName ?? 'campanero',
    onConnect: (client) =>
      setUpSession(client, {
        statement_timeout: String(options.statementTimeout ?? 30_000),
        idle_in_transaction_session_timeout: '60000',
      }),
  });
  // An idle connection that breaks must not end the process: the next query gets a new one.
  pool.on('error', (error) => options.log?.warn({ err: error }, 'an idle connection to the database broke'));
  // The pool takes its own listener off a connection in use: one that breaks in a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Keys inside JSON columns (audit info, settings) are not converted. */
export const createDb = (pool: pg.Pool): Db =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });

import type pg from 'pg';

/** Set by every session: an external server has its own defaults, and PgBouncer drops startup parameters. */
export const SESSION_SETTINGS = {
  // Compiling takes a hundred times as long as a short statement; PostgreSQL up to 17 compiles every plan with a disabled node.
  jit: 'off',
  work_mem: '16MB',
  random_page_cost: '1.1',
  timezone: 'UTC',
};

/** A statement instead of startup parameters, for PgBouncer and replicas. */
export async function setUpSession(client: pg.ClientBase, extra: Record<string, string> = {}): Promise<void> {
  const settings = Object.entries({ ...SESSION_SETTINGS, ...extra });
  await client.query(settings.map(([name, value]) => `set ${name} = '${value}'`).join('; '));
}

/** For a pool created by a library. */
export const SESSION_HOOK = { onConnect: (client: pg.ClientBase) => setUpSession(client) };

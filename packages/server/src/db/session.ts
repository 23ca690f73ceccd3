import type pg from 'pg';

/**
 * Planner and time settings that the product's statements need on any server. The embedded database has them in its
 * configuration, and every session sets them itself: an external server has its own defaults, and PgBouncer drops
 * what a client asks for in its startup packet.
 */
export const SESSION_SETTINGS = {
  // Statements are short and read by index: compiling one takes a hundred times as long as running it, and PostgreSQL up
  // to 17 compiles each that has a disabled plan node (`enable_sort = off`), because its estimated cost is over 1e10.
  jit: 'off',
  work_mem: '16MB',
  random_page_cost: '1.1',
  timezone: 'UTC',
};

/** Runs first on a new connection. A statement, so that it also holds behind PgBouncer and on replicas. */
export async function setUpSession(client: pg.ClientBase, extra: Record<string, string> = {}): Promise<void> {
  const settings = Object.entries({ ...SESSION_SETTINGS, ...extra });
  await client.query(settings.map(([name, value]) => `set ${name} = '${value}'`).join('; '));
}

/** For a pool that a library makes of its options. */
export const SESSION_HOOK = { onConnect: (client: pg.ClientBase) => setUpSession(client) };

import type { Deps } from '../../work/context.ts';
import { createBuiltInOrion } from './built-in.ts';
import { createHttpOrion } from './http.ts';
import type { OrionConnector } from './port.ts';

/** The phone dashboard behind ORION_URL, or the one in this database. */
export function createOrionConnector({
  config,
  db,
  log,
  clock,
}: Pick<Deps, 'config' | 'db' | 'log' | 'clock'>): OrionConnector {
  const { orionUrl } = config;
  return orionUrl ? createHttpOrion({ base: orionUrl, clock, log }) : createBuiltInOrion(db);
}

import type { Deps } from '../../work/context.ts';
import { createBuiltInOrion } from './built-in.ts';
import { createHttpOrion } from './http.ts';
import type { OrionConnector } from './port.ts';

/** The system of ORION_URL, or the built-in one. */
export function createOrionConnector({
  config,
  db,
  log,
  clock,
}: Pick<Deps, 'config' | 'db' | 'log' | 'clock'>): OrionConnector {
  const { orionUrl } = config;
  return orionUrl ? createHttpOrion({ base: orionUrl, clock, log }) : createBuiltInOrion(db);
}

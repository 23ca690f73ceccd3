import type { ConnectorDeps } from '../remote/system.ts';
import { createBuiltInOrion } from './built-in.ts';
import { createHttpOrion } from './http.ts';
import type { OrionConnector } from './port.ts';

export function createOrionConnector({ config: { orionUrl }, db, log, clock }: ConnectorDeps): OrionConnector {
  return orionUrl ? createHttpOrion({ base: orionUrl, clock, log }) : createBuiltInOrion(db);
}

import type { Deps } from '../../work/context.ts';
import { createBuiltInForms } from './built-in.ts';
import { withShortMemory } from './cached.ts';
import { createHttpForms } from './http.ts';
import type { FormsConnector } from './port.ts';

/** The forms system behind FORMS_URL, or the one in this database (decisions 9). */
export function createFormsConnector({
  config,
  db,
  log,
  clock,
}: Pick<Deps, 'config' | 'db' | 'log' | 'clock'>): FormsConnector {
  const { formsUrl } = config;
  return withShortMemory(formsUrl ? createHttpForms({ base: formsUrl, clock, log }) : createBuiltInForms(db), clock);
}

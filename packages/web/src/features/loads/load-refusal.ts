import { ApiError, errorText, isCancelled } from '../../lib/errors.ts';

/** Trouble of the line or of another system: there the catalogue has its own sentence (spec 8, decisions 9). */
const TROUBLE = new Set(['NETWORK', 'TIMEOUT', 'INTERNAL', 'DASHBOARD_UNAVAILABLE', 'FORMS_UNAVAILABLE']);

/** What to say when a load was not accepted; nothing when the person broke it off or has to sign in again. */
export function loadRefusal(error: unknown, fallback: string): string | undefined {
  if (isCancelled(error)) return undefined;
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 401) return undefined;
  return TROUBLE.has(error.code) ? fallback : errorText(error, fallback);
}

/** The campaign is loading already: a warning, not a failure (spec 8, Campaigns). */
export const isAlreadyLoading = (error: unknown) => error instanceof ApiError && error.code === 'CAMPAIGN_PROCESSING';

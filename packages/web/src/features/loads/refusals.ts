import { useEffect } from 'react';
import { ApiError, errorText, isCancelled } from '../../lib/errors.ts';
import { invalidate } from '../../lib/queries.ts';
import { notify } from '../../lib/snackbar.ts';
import { LOAD_CHANGES } from './api.ts';

/** Failures of the network or of another system: the screen's own sentence is shown. */
const TROUBLE = new Set(['NETWORK', 'TIMEOUT', 'INTERNAL', 'DASHBOARD_UNAVAILABLE', 'FORMS_UNAVAILABLE']);

/** Undefined if the user cancelled or has to sign in again. */
export function loadRefusal(error: unknown, fallback: string): string | undefined {
  if (isCancelled(error)) return undefined;
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 401) return undefined;
  return TROUBLE.has(error.code) ? fallback : errorText(error, fallback);
}

/** The campaign is loading already: a warning, not a failure. */
const isAlreadyLoading = (error: unknown) => error instanceof ApiError && error.code === 'CAMPAIGN_PROCESSING';

export const showRefusal = (fallback: string) => (error: Error) => {
  const text = loadRefusal(error, fallback);
  if (text) (isAlreadyLoading(error) ? notify.warning : notify.error)(text);
};

/** Another load was accepted first, or the campaign ended: the page is refreshed. */
export const refreshIfStale = (error: Error) => {
  if (error instanceof ApiError && error.status === 409) void invalidate(...LOAD_CHANGES);
};

export function useAccepted(
  { isSuccess, error }: { isSuccess: boolean; error: Error | null },
  fallback: string,
  onAccepted: () => void,
): string | undefined {
  // In an effect, so that the guard against leaving is inactive by then.
  useEffect(() => {
    if (isSuccess) onAccepted();
    // oxlint-disable-next-line react/exhaustive-deps -- once, at the moment of success
  }, [isSuccess]);
  return error && !isAlreadyLoading(error) ? loadRefusal(error, fallback) : undefined;
}

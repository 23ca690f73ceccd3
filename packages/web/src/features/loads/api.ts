import { loads } from '@campanero/contract/loads/endpoints';
import { spellings } from '@campanero/contract/loads/spellings';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useEndpointMutation } from '../../lib/changes.ts';
import { ApiError, errorText, isCancelled } from '../../lib/errors.ts';
import { endpointKey, endpointQuery, invalidate } from '../../lib/queries.ts';
import { notify } from '../../lib/snackbar.ts';
import { FORGET_FAILED } from './texts.ts';

const POLL_MS = 1500;
/** For lists, which may show many loads. */
export const SLOW_POLL_MS = 5000;

export const loadScope = ['audience', 'load'] as const;

/** Invalidated when a load begins or ends. */
export const LOAD_CHANGES = ['campaigns', 'audience'] as const;

/** Null before the first load. Polled while it runs; its end also changes the status of the campaign. */
export function useLastLoad(campaignId: number, { isEnabled = true, pollMs = POLL_MS } = {}) {
  const result = useQuery(
    endpointQuery(
      loadScope,
      loads.last,
      { params: { id: campaignId } },
      { enabled: isEnabled, pollMs: (load) => load?.status === 'RUNNING' && pollMs },
    ),
  );
  const status = result.data?.status;
  const before = useRef(status);
  useEffect(() => {
    const hasEnded = before.current === 'RUNNING' && status !== undefined && status !== 'RUNNING';
    before.current = status;
    if (hasEnded) void invalidate('campaigns');
  }, [status]);
  return result;
}

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

export const spellingsQuery = () => endpointQuery('loads', spellings.list);

/** Also the reports, which show remembered spellings. */
const spellingChanges = () => [endpointKey('loads', spellings.list), loadScope];

/** `failed`: shows errors; without it the caller does. */
export const useRememberSpelling = (failed?: string) =>
  useEndpointMutation(spellings.remember, {
    failed,
    onSuccess: ({ name, place }) => notify.success(`«${name}» se entenderá como ${place} en las próximas cargas.`),
    refetches: spellingChanges,
  });

/** Without confirmation, since it can be added again. */
export const useForgetSpelling = () =>
  useEndpointMutation(spellings.forget, {
    onSuccess: ({ name }) => notify.info(`«${name}» ya no se recuerda.`),
    failed: FORGET_FAILED,
    refetches: spellingChanges,
    evenIfRefused: true,
  });

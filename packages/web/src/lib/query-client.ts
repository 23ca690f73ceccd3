import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';
import { onSessionEnd } from './session.ts';

const MAX_RETRIES = 2;

/** Retries no answer and server errors, but no refusal. */
const mayPass = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4000),
      // The socket reports changes; focusing the tab fetches only stale data.
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

// The next user must not see the data of the previous one.
onSessionEnd(() => queryClient.clear());

import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';
import { onSessionEnd } from './session.ts';

const MAX_RETRIES = 2;

/** Only what may pass by itself is asked again: no answer, or a server in trouble. A refusal stays a refusal. */
const mayPass = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4000),
        // The socket says when something changed; coming back to the tab asks only for what is stale.
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  });

export const queryClient = createQueryClient();

// Nothing that was loaded for one person may be shown to the next.
onSessionEnd(() => queryClient.clear());

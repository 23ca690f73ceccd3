import { formatDateTime } from '@campanero/contract/shared/dates';
import { globalStatistics, type GlobalFigures } from '@campanero/contract/statistics/global-endpoints';
import { Typography } from '@mui/material';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { IconRefresh } from '../../components/icons.ts';
import { Inline } from '../../components/layout.tsx';
import { now, onClockSet } from '../../lib/clock.ts';
import { errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { notify } from '../../lib/snackbar.ts';

export const STATISTICS_FAILED = 'Hubo un fallo con el servidor, inténtelo de nuevo o contacte con el soporte.';

/** Limit of setTimeout. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Whether that moment has passed; re-renders when it does. */
function useHasPassed(momentMs: number): boolean {
  const subscribe = useCallback(
    (look: () => void) => {
      let timer: ReturnType<typeof setTimeout>;
      const wait = () => {
        clearTimeout(timer);
        look();
        const left = momentMs - now();
        if (left > 0) timer = setTimeout(wait, Math.min(left, LONGEST_WAIT_MS));
      };
      wait();
      // Timers stop while the machine sleeps.
      document.addEventListener('visibilitychange', wait);
      const forget = onClockSet(wait);
      return () => {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', wait);
        forget();
      };
    },
    [momentMs],
  );
  return useSyncExternalStore(subscribe, () => now() >= momentMs);
}

/** Locked until the figures expire. */
export function RefreshStatistics({ updatedAt, expires }: Pick<GlobalFigures, 'updatedAt' | 'expires'>) {
  const refresh = useEndpointMutation(globalStatistics.refresh, {
    refetches: ['statistics'],
    // Someone else may have refreshed before.
    evenIfRefused: true,
  });
  /** `updatedAt` of the figures when the user asked for new ones. */
  const [asked, setAsked] = useState<string>();
  const isFree = useHasPassed(expires * 1000);
  const isComing = asked === updatedAt && !isFree;
  const reason = isFree ? undefined : `Se podrá actualizar a las ${formatDateTime(expires * 1000)}`;
  const ask = () =>
    refresh.mutate(undefined, {
      onSuccess: () => setAsked(updatedAt),
      onError: (error) => notify.error(errorText(error, STATISTICS_FAILED)),
    });
  return (
    <Inline sx={{ columnGap: 3, rowGap: 1 }}>
      <Typography variant="body2" color="textDisabled" role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {isComing ? 'Actualizando…' : `Última actualización: ${formatDateTime(updatedAt)}`}
      </Typography>
      <ActionButton variant="contained" icon={IconRefresh} reason={reason} isPending={refresh.isPending} onClick={ask}>
        Actualizar Estadísticas
      </ActionButton>
    </Inline>
  );
}

import { formatDateTime } from '@campanero/contract/shared/dates';
import { globalStatistics, type GlobalFigures } from '@campanero/contract/statistics/global-endpoints';
import { useState } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { IconRefresh } from '../../components/icons.ts';
import { Faint, Inline } from '../../components/layout.tsx';
import { now, useValueAt } from '../../lib/clock.ts';
import { useEndpointMutation } from '../../lib/changes.ts';

export const STATISTICS_FAILED = 'Hubo un fallo con el servidor, inténtelo de nuevo o contacte con el soporte.';

export function RefreshStatistics({ updatedAt, expires }: Pick<GlobalFigures, 'updatedAt' | 'expires'>) {
  const refresh = useEndpointMutation(globalStatistics.refresh, {
    refetches: ['statistics'],
    // Someone else may have refreshed before.
    evenIfRefused: true,
    failed: STATISTICS_FAILED,
  });
  /** `updatedAt` of the figures when the user asked for new ones. */
  const [asked, setAsked] = useState<string>();
  const isFree = useValueAt([expires * 1000], () => now() >= expires * 1000);
  const isComing = asked === updatedAt && !isFree;
  const reason = isFree ? undefined : `Se podrá actualizar a las ${formatDateTime(expires * 1000)}`;
  const ask = () => refresh.mutate(undefined, { onSuccess: () => setAsked(updatedAt) });
  return (
    <Inline sx={{ columnGap: 3, rowGap: 1 }}>
      <Faint role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {isComing ? 'Actualizando…' : `Última actualización: ${formatDateTime(updatedAt)}`}
      </Faint>
      <ActionButton variant="contained" icon={IconRefresh} reason={reason} isPending={refresh.isPending} onClick={ask}>
        Actualizar Estadísticas
      </ActionButton>
    </Inline>
  );
}

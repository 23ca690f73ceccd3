import type { Subscription } from '@campanero/contract/outgoing-events/schemas';
import { IconAlertTriangle, IconBan, IconCircleCheck, IconPlayerPause } from '../../components/icons.ts';
import { SoftChip } from '../../components/soft-chip.tsx';

const STATES = {
  MANUAL: { icon: IconPlayerPause, tone: 'neutral', label: 'Pausada' },
  FAILURES: { icon: IconAlertTriangle, tone: 'danger', label: 'El receptor falla' },
  GONE: { icon: IconBan, tone: 'warning', label: 'Dada de baja' },
} as const;
const ACTIVE = { icon: IconCircleCheck, tone: 'success', label: 'Activa' } as const;

export function SubscriptionChip({ pauseReason }: Pick<Subscription, 'pauseReason'>) {
  const { icon, tone, label } = pauseReason === null ? ACTIVE : STATES[pauseReason];
  return (
    <SoftChip icon={icon} tone={tone}>
      {label}
    </SoftChip>
  );
}

import { type DataRequest, REQUEST_STATES } from '@campanero/contract/personal-data/request-schemas';
import { IconAlertTriangle, IconBan, IconCircleCheck, IconClock } from '../../components/icons.ts';
import { SoftChip } from '../../components/soft-chip.tsx';
import { useNow } from '../../lib/clock.ts';
import { dueText, urgencyAt } from './request-words.ts';

const LOOKS = {
  late: { icon: IconAlertTriangle, tone: 'danger' },
  soon: { icon: IconClock, tone: 'warning' },
  calm: { icon: IconClock, tone: 'info' },
  over: { icon: IconCircleCheck, tone: 'success' },
} as const;

const REFUSED = { icon: IconBan, tone: 'info' } as const;

/** How urgent a request is. */
export function RequestChip({ request }: { request: DataRequest }) {
  const now = useNow();
  return (
    <SoftChip {...(request.state === 'RECHAZADO' ? REFUSED : LOOKS[urgencyAt(request, now)])}>
      {request.state === 'ABIERTO' ? dueText(request, now) : REQUEST_STATES[request.state]}
    </SoftChip>
  );
}

import { daysLeft, urgencyOf, type Urgency } from '@campanero/contract/personal-data/due';
import {
  type DataRequest,
  IDENTIFICATIONS,
  REQUEST_STATES,
  type RequestKind,
} from '@campanero/contract/personal-data/request-schemas';
import { productDay } from '@campanero/contract/shared/dates';
import { IconAlertTriangle, IconBan, IconCircleCheck, IconClock } from '../../components/icons.ts';
import { SoftChip } from '../../components/soft-chip.tsx';
import { useNow } from '../../lib/clock.ts';

type Due = Pick<DataRequest, 'state' | 'dueOn' | 'answeredAt'>;

export const urgencyAt = ({ state, dueOn }: Due, now: Date): Urgency | 'over' =>
  state === 'ABIERTO' ? urgencyOf(dueOn, productDay(now)) : 'over';

/** "Vence mañana" */
export function dueText({ state, dueOn, answeredAt }: Due, now: Date): string {
  if (state !== 'ABIERTO') return answeredAt && productDay(answeredAt) > dueOn ? 'Fuera de término' : 'En término';
  const left = daysLeft(dueOn, productDay(now));
  if (left < -1) return `Venció hace ${-left} días`;
  if (left === -1) return 'Venció ayer';
  if (left === 0) return 'Vence hoy';
  return left === 1 ? 'Vence mañana' : `Vence en ${left} días`;
}

export const identificationText = ({ identification, state }: DataRequest): string => {
  if (!identification) return state === 'ABIERTO' ? 'Sin indicar todavía' : 'No se indicó';
  return [IDENTIFICATIONS[identification.means], identification.note].filter(Boolean).join('. ');
};

export const isUndone = ({ kinds }: DataRequest, kind: RequestKind): boolean =>
  kinds.some((asked) => asked.kind === kind && asked.doneAt === null);

const LOOKS = {
  late: { icon: IconAlertTriangle, tone: 'danger' },
  soon: { icon: IconClock, tone: 'warning' },
  calm: { icon: IconClock, tone: 'info' },
  over: { icon: IconCircleCheck, tone: 'success' },
  refused: { icon: IconBan, tone: 'neutral' },
} as const;

export function RequestChip({ request }: { request: DataRequest }) {
  const now = useNow();
  return (
    <SoftChip {...LOOKS[request.state === 'RECHAZADO' ? 'refused' : urgencyAt(request, now)]}>
      {request.state === 'ABIERTO' ? dueText(request, now) : REQUEST_STATES[request.state]}
    </SoftChip>
  );
}

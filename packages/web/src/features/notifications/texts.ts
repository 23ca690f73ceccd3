import type { Notification } from '@campanero/contract/notifications/schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import type { TextKey } from '../../i18n/i18n.ts';

interface Sentences {
  done: string;
  failed: string;
}

/** What somebody asked for and waits for; the others only tell. */
type AwaitedAction = Exclude<
  Notification['action'],
  'ASSIGNAMENT' | 'CALLBACK' | 'CORRECTION' | 'BULK READING' | 'AUDIT CHAIN'
>;

/** The catalogue's sentences: the same in the toast and in the bell. A failure that knows its reason says that. */
const OUTCOMES: Record<AwaitedAction, Sentences> = {
  'BULK AUDIENCE': {
    done: 'La audiencia fue subida correctamente.',
    failed: 'Los campos del csv son inválidos',
  },
  'EXPORT AUDIENCE': {
    done: 'La audiencia fue exportada exitosamente, revise su casilla de correo.',
    failed: 'No se pudo exportar la audiencia, por favor inténtelo de nuevo o contacte con el soporte',
  },
  'EXPORT CALLS': {
    done: 'Los llamados fueron exportados exitosamente, revise su casilla de correo.',
    failed: 'No fue posible exportar los llamados, por favor inténtelo de nuevo o contacte con el soporte',
  },
  'EXPORT STATISTICS': {
    done: 'Las estadísticas fueron exportadas exitosamente, revise su casilla de correo.',
    failed: 'No fue posible exportar las estadísticas, por favor inténtelo de nuevo o contacte con el soporte',
  },
  'EXPORT AUDIT': {
    done: 'Los registros de auditoría fueron exportados exitosamente, revise su casilla de correo.',
    failed:
      'No fue posible exportar los registros de auditoría, por favor inténtelo de nuevo o contacte con el soporte',
  },
};

const isAwaited = (action: Notification['action']): action is AwaitedAction => action in OUTCOMES;

function assignment({ amount, campaignName }: Notification): string {
  const what =
    amount === 1
      ? 'Se le asignó 1 contacto'
      : `Se le asignaron ${amount === null ? '' : `${formatCount(amount)} `}contactos`;
  return campaignName === null ? `${what}.` : `${what} en ${campaignName}.`;
}

function bulkReading({ about, amount }: Notification): string {
  const who = about?.name ?? 'Una persona';
  return `${who} vio ${amount === null ? '' : `${formatCount(amount)} `}contactos distintos en una hora.`;
}

export function sentenceOf(notification: Notification): string {
  const { action, status, reason } = notification;
  if (action === 'ASSIGNAMENT') return assignment(notification);
  if (action === 'CALLBACK') return 'Es hora de volver a llamar.';
  if (action === 'CORRECTION') return 'Se corrigió el resultado de un llamado tuyo.';
  if (action === 'BULK READING') return bulkReading(notification);
  if (action === 'AUDIT CHAIN') return 'La auditoría fue alterada: la comprobación de su cadena encontró diferencias.';
  if (action === 'BULK AUDIENCE' && status.status === 'CANCELLED') return 'La carga de la audiencia fue cancelada.';
  return status.status === 'COMPLETED' ? OUTCOMES[action].done : (reason ?? OUTCOMES[action].failed);
}

interface Toast {
  variant: 'success' | 'error';
  text: string;
}

/** What one waited for ends with a toast; everything else only rings. Whoever cancels a load knows it already. */
export function toastOf(notification: Notification): Toast | null {
  const { status } = notification.status;
  if (!isAwaited(notification.action) || (status !== 'COMPLETED' && status !== 'ERROR')) return null;
  return { variant: status === 'ERROR' ? 'error' : 'success', text: sentenceOf(notification) };
}

/** How many wait, as the badge, which has room for three digits, and as words. */
export const badgeOf = (count: number): string => (count > 999 ? '999+' : String(count));
export function bellLabel(count: number, text: (key: TextKey) => string): string {
  const title = text('notifications.title');
  return count === 0 ? title : `${title}, ${formatCount(count)} ${text('notifications.unread')}`;
}

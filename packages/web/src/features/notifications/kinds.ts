import { EXPORT_NOTIFICATIONS, EXPORT_KINDS } from '@campanero/contract/exports/kinds';
import type { Notification, NotificationAction } from '@campanero/contract/notifications/endpoints';
import { loadedInWords } from '@campanero/contract/loads/words';
import { formatCount } from '@campanero/contract/shared/numbers';
import type { Icon } from '@tabler/icons-react';
import {
  IconAlertTriangle,
  IconArrowsShuffle,
  IconDatabaseImport,
  IconDownload,
  IconEyeSearch,
  IconFingerprint,
  IconHelpCircle,
  IconPencil,
  IconPhoneCall,
  IconWebhook,
} from '../../components/icons.ts';

interface NotificationKind {
  icon: Icon;
  sentence: (notification: Notification) => string;
  /** Requested by the user, so that it ends with a toast. */
  isAwaited?: true;
  namesCampaign?: true;
  isWarning?: true;
}

/** A failure shows its reason, if there is one. */
const outcome =
  (done: string, failed: string) =>
  ({ status, reason }: Notification): string =>
    status.status === 'COMPLETED' ? done : (reason ?? failed);

const ofAudience = outcome('La audiencia fue subida correctamente.', 'Los campos del csv son inválidos');

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

function exported(bell: (typeof EXPORT_NOTIFICATIONS)[number]): NotificationKind {
  const { done, failed } = Object.values(EXPORT_KINDS).find((kind) => kind.bell === bell)!;
  return { icon: IconDownload, sentence: outcome(done, failed), isAwaited: true };
}

export const NOTIFICATION_KINDS: Record<NotificationAction, NotificationKind> = {
  'BULK AUDIENCE': {
    icon: IconDatabaseImport,
    sentence: (notification) =>
      notification.status.status === 'CANCELLED' ? 'La carga de la audiencia fue cancelada.' : ofAudience(notification),
    isAwaited: true,
  },
  ...(Object.fromEntries(EXPORT_NOTIFICATIONS.map((bell) => [bell, exported(bell)])) as Record<
    (typeof EXPORT_NOTIFICATIONS)[number],
    NotificationKind
  >),
  ASSIGNAMENT: { icon: IconArrowsShuffle, sentence: assignment, namesCampaign: true },
  CALLBACK: { icon: IconPhoneCall, sentence: () => 'Es hora de volver a llamar.' },
  CORRECTION: { icon: IconPencil, sentence: () => 'Se corrigió el resultado de un llamado suyo.' },
  'BULK READING': { icon: IconEyeSearch, sentence: bulkReading, isWarning: true },
  'AUDIT CHAIN': {
    icon: IconAlertTriangle,
    sentence: () => 'La auditoría fue alterada: la comprobación de su cadena encontró diferencias.',
  },
  'DATA REQUEST': {
    icon: IconFingerprint,
    sentence: ({ reason }) => reason ?? 'Un pedido de datos personales está por vencer.',
  },
  QUESTION: { icon: IconHelpCircle, sentence: () => 'Un operador necesita un coordinador.' },
  ANSWER: {
    icon: IconHelpCircle,
    sentence: ({ reason }) => (reason ? `Respuesta a su consulta: ${reason}` : 'Un coordinador respondió su consulta.'),
  },
  'EVENTS PAUSED': {
    icon: IconWebhook,
    sentence: ({ reason }) => reason ?? 'Los envíos de eventos a otro sistema quedaron en pausa.',
    isWarning: true,
  },
};

export const sentenceOf = (notification: Notification): string =>
  NOTIFICATION_KINDS[notification.action].sentence(notification);

/** "1.920 cargadas · 40 rechazadas". */
export const countsOf = ({ load }: Notification) => (load ? loadedInWords(load) : undefined);

/** Requested work ends with a toast, except a load that the user cancelled. */
export function toastOf(notification: Notification) {
  const { status } = notification.status;
  if (!NOTIFICATION_KINDS[notification.action].isAwaited || (status !== 'COMPLETED' && status !== 'ERROR')) return null;
  const hasRejected = (notification.load?.rejected ?? 0) > 0;
  const variant = status === 'ERROR' ? 'error' : hasRejected ? 'warning' : 'success';
  return { variant, text: sentenceOf(notification), detail: countsOf(notification) } as const;
}

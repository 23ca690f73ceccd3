import { EVENT_KINDS, type EventKind } from '@campanero/contract/outgoing-events/schemas';
import { auditAbout, type AuditValues } from '../../work/audit.ts';

export const eventAudit = auditAbout('ETIQUETA', 'event subscription');

/** Without the query of the address, where receivers may have a key. */
const addressInWords = (url: string) => {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search ? '?…' : ''}`;
};

export const subscriptionInWords = (
  { name, url, kinds, withPerson }: { name: string; url: string; kinds: readonly string[]; withPerson: boolean },
  campaigns: readonly string[] | null,
): AuditValues => ({
  Suscripción: name,
  Dirección: addressInWords(url),
  Eventos: kinds.map((kind) => EVENT_KINDS[kind as EventKind]).join(', '),
  Campañas: campaigns === null ? 'Todas' : campaigns.join(', '),
  'Datos personales': withPerson ? 'Sí' : 'No',
});

import type { AuditAction } from '../audit-log/endpoints.ts';
import type { EventName } from '../events.ts';
import type { Permission } from '../roles.ts';

/** Notification actions; figures of a campaign and of an operator share one. */
export const EXPORT_NOTIFICATIONS = [
  'EXPORT AUDIENCE',
  'EXPORT CALLS',
  'EXPORT STATISTICS',
  'EXPORT AUDIT',
  'EXPORT PERSONAL DATA',
  'EXPORT REQUESTS',
  'EXPORT ANSWERS',
] as const;

interface ExportKindSpec {
  /** Needed to ask for it, and again when it is made and downloaded. */
  access: Permission;
  /** For everybody who may export that campaign; others are for the user who asked alone. */
  isOfCampaign: boolean;
  label: string;
  /** Of its page, if not the label. */
  title?: string;
  /** «la audiencia», inside a sentence. */
  thing: string;
  file: string;
  audit: AuditAction;
  bell: (typeof EXPORT_NOTIFICATIONS)[number];
  /** Null: a notification only. */
  event: EventName | null;
  /** Sentences of notification and toast (rule texts/fixed-sentences); a failure with a known reason says that. */
  done: string;
  failed: string;
}

const done = (what: string) => `${what} exitosamente, revise su casilla de correo.`;
const failed = (thing: string) =>
  `No fue posible exportar ${thing}, por favor inténtelo de nuevo o contacte con el soporte`;

const STATISTICS = {
  audit: 'ESTADÍSTICA',
  bell: 'EXPORT STATISTICS',
  event: 'export individual statistics',
  done: done('Las estadísticas fueron exportadas'),
  failed: failed('las estadísticas'),
} as const;

const ANSWERS = {
  access: 'export',
  isOfCampaign: true,
  thing: 'las respuestas',
  audit: 'CAMPAÑA',
  bell: 'EXPORT ANSWERS',
  event: null,
  done: done('Las respuestas fueron exportadas'),
  failed: failed('las respuestas'),
} as const;

const declare = <Kind extends string>(kinds: Record<Kind, ExportKindSpec>) => kinds;

export const EXPORT_KINDS = declare({
  audience: {
    access: 'export',
    isOfCampaign: true,
    label: 'Audiencia',
    thing: 'la audiencia',
    file: 'audiencia',
    audit: 'CAMPAÑA',
    bell: 'EXPORT AUDIENCE',
    event: 'export audience',
    done: done('La audiencia fue exportada'),
    failed: 'No se pudo exportar la audiencia, por favor inténtelo de nuevo o contacte con el soporte',
  },
  calls: {
    access: 'export',
    isOfCampaign: true,
    label: 'Llamados',
    thing: 'los llamados',
    file: 'llamados',
    audit: 'CAMPAÑA',
    bell: 'EXPORT CALLS',
    event: 'export calls',
    done: done('Los llamados fueron exportados'),
    failed: failed('los llamados'),
  },
  statistics: {
    ...STATISTICS,
    access: 'export',
    isOfCampaign: true,
    label: 'Estadísticas',
    thing: 'las estadísticas',
    file: 'estadisticas',
  },
  interviews: { ...ANSWERS, label: 'Respuestas por persona', file: 'respuestas-por-persona' },
  answers: { ...ANSWERS, label: 'Respuestas, una por fila', file: 'respuestas' },
  operator_statistics: {
    ...STATISTICS,
    access: 'monitor',
    isOfCampaign: false,
    label: 'Estadísticas individuales',
    thing: 'las estadísticas individuales',
    file: 'estadisticas-individuales',
  },
  audit: {
    access: 'audit.all',
    isOfCampaign: false,
    label: 'Auditoría',
    title: 'Registros de auditoría',
    thing: 'los registros de auditoría',
    file: 'auditoria',
    audit: 'USUARIO',
    bell: 'EXPORT AUDIT',
    event: null,
    done: done('Los registros de auditoría fueron exportados'),
    failed: failed('los registros de auditoría'),
  },
  /** Everything that is held of one person, to be handed to them. Its mail and its file's name do not say of whom. */
  personal_data: {
    access: 'personal-data',
    isOfCampaign: false,
    label: 'Informe de datos personales',
    thing: 'el informe de datos personales',
    file: 'datos-personales',
    audit: 'CONTACTO',
    bell: 'EXPORT PERSONAL DATA',
    event: null,
    done: done('El informe de datos personales fue hecho'),
    failed: failed('el informe de datos personales'),
  },
  data_requests: {
    access: 'personal-data',
    isOfCampaign: false,
    label: 'Pedidos de datos',
    title: 'Registro de pedidos de datos',
    thing: 'el registro de pedidos de datos',
    file: 'pedidos-de-datos',
    audit: 'CONTACTO',
    bell: 'EXPORT REQUESTS',
    event: null,
    done: done('El registro de pedidos de datos fue exportado'),
    failed: failed('el registro de pedidos de datos'),
  },
});
export type ExportKind = keyof typeof EXPORT_KINDS;

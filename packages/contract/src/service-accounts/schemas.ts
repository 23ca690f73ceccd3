import { z } from 'zod';
import { SERVICE_SCOPES, type ServiceScope } from '../roles.ts';
import { day, idNumber, instant, keyOf, named, pageOf, pagingQuery, rowVersion } from '../shared/paging.ts';
import { line, list, rawText } from '../shared/text-schema.ts';

/** In the order of the form. */
export const SCOPE_LABELS: Record<ServiceScope, string> = {
  'campaign.detail': 'Ver campañas, audiencias y contactos',
  'campaign.create': 'Crear y editar campañas',
  'campaign.manage': 'Segmentar, reasignar, corregir y finalizar',
  'audience.load': 'Cargar audiencias',
  'campaign.statistics': 'Ver estadísticas de campañas',
  export: 'Exportar',
  statistics: 'Ver estadísticas generales',
  monitor: 'Ver el monitor',
  config: 'Administrar objetivos y estados',
  'audit.all': 'Leer la auditoría',
  'calling-rules': 'Administrar reglas de llamado',
  'block-lists': 'Administrar listas de bloqueo',
  status: 'Ver el estado y reintentar trabajos',
  'phone.events': 'Contar qué pasa en los teléfonos',
};

export const SERVICE_CAMPAIGNS_MAX = 200;
export const SERVICE_ADDRESSES_MAX = 20;
/** An account is renewed at least once a year. */
export const SERVICE_DAYS_MAX = 366;
/** Keys that are valid at the same time. */
export const SERVICE_KEYS_MAX = 3;
/** How many days the page shows. */
export const SERVICE_USE_DAYS = 30;
export const SERVICE_KEY_START = 'cpn_';

const { ipv4, ipv6, cidrv4, cidrv6 } = z.core.regexes;
const NETWORKS = [ipv4, ipv6, cidrv4, cidrv6];
export const NOT_A_NETWORK = 'Escriba direcciones IP o rangos como 10.1.0.0/16, uno por línea.';
export const isNetwork = (written: string) => NETWORKS.some((pattern) => pattern.test(written));

export const NO_SCOPE = 'Elija al menos un permiso.';
export const NO_CAMPAIGN = 'Elija al menos una campaña.';
export const SCOPE_OUT_OF_REACH = 'Uno de los permisos elegidos es solo para cuentas internas con todas las campañas.';
export const INVALID_EXPIRY = 'Elija un día desde mañana y dentro de un año.';

export const serviceAccountBody = z.object({
  name: line(60, { notEmpty: 'El nombre es requerido' }).min(3, 'La longitud mínima es de 3 caracteres'),
  scopes: list(keyOf(SERVICE_SCOPES), 50, { required: NO_SCOPE }).min(1, NO_SCOPE),
  external: z.boolean(),
  /** Null: all of its side. */
  campaignIds: list(idNumber, SERVICE_CAMPAIGNS_MAX).min(1, NO_CAMPAIGN).nullable(),
  /** Empty: anywhere. */
  addresses: list(rawText(50).refine(isNetwork, NOT_A_NETWORK), SERVICE_ADDRESSES_MAX),
  /** The last day on which it works. */
  expires: day,
});
export type ServiceAccountBody = z.infer<typeof serviceAccountBody>;
/** All fields, so that nobody widens an account without seeing it. */
export const serviceAccountPatch = serviceAccountBody.extend({ version: rowVersion });
export type ServiceAccountPatch = z.infer<typeof serviceAccountPatch>;

export const rotateBody = z.object({ version: rowVersion });
export const serviceStateBody = z.object({ disable: z.boolean() });

const SERVICE_ORDER = ['id', 'name', 'expires', 'lastUsed'] as const;
export type ServiceOrder = (typeof SERVICE_ORDER)[number];
export const serviceListQuery = pagingQuery(SERVICE_ORDER);
export type ServiceListQuery = z.infer<typeof serviceListQuery>;

const storedAccount = z.object({
  id: z.number(),
  name: z.string(),
  scopes: z.array(keyOf(SERVICE_SCOPES)),
  external: z.boolean(),
  campaignIds: z.array(z.number()).nullable(),
  expires: z.string(),
  expired: z.boolean(),
  disable: z.boolean(),
  lastUsedAt: instant.nullable(),
});
/** With the first characters of its valid keys, newest first. */
export const serviceAccountRow = storedAccount.extend({ prefixes: z.array(z.string()) });
export type ServiceAccountRow = z.infer<typeof serviceAccountRow>;
export const serviceAccountPage = pageOf('accounts', serviceAccountRow);

const serviceUse = { calls: z.number(), refused: z.number() };
export const serviceAccountDetail = storedAccount.extend({
  campaigns: z.array(named).nullable(),
  addresses: z.array(z.string()),
  createdAt: instant,
  createdBy: z.string(),
  version: z.number(),
  /** Newest first; only those still valid. */
  keys: z.array(
    z.object({
      id: z.number(),
      prefix: z.string(),
      createdAt: instant,
      createdBy: z.string(),
      /** Null: as long as the account. */
      validUntil: instant.nullable(),
      lastUsedAt: instant.nullable(),
      lastAddress: z.string().nullable(),
    }),
  ),
  days: z.array(z.object({ day: z.string(), ...serviceUse })),
  routes: z.array(z.object({ route: z.string(), ...serviceUse })),
});
export type ServiceAccountDetail = z.infer<typeof serviceAccountDetail>;

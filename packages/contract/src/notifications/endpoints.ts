import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { longIdKey, instant, longIdNumber } from '../shared/paging.ts';
import { EXPORT_NOTIFICATIONS } from '../exports/kinds.ts';
import { list } from '../shared/text-schema.ts';

const NOTIFICATION_ACTIONS = [
  'BULK AUDIENCE',
  'ASSIGNAMENT',
  ...EXPORT_NOTIFICATIONS,
  'CALLBACK',
  'CORRECTION',
  'BULK READING',
  'AUDIT CHAIN',
  'DATA REQUEST',
  'EVENTS PAUSED',
  'QUESTION',
  'ANSWER',
] as const;
export type NotificationAction = (typeof NOTIFICATION_ACTIONS)[number];

/** The result that is notified; DUE is a callback whose time has come. */
const NOTIFICATION_STATUSES = ['COMPLETED', 'ERROR', 'CANCELLED', 'DUE'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** `read` 0 is unread. */
const notification = z.object({
  id: z.number(),
  read: z.union([z.literal(0), z.literal(1)]),
  action: z.enum(NOTIFICATION_ACTIONS),
  campaignId: z.number().nullable(),
  campaignName: z.string().nullable(),
  callId: z.number().nullable(),
  /** For the link to the contact page; null without a call, or if the user may not see it. */
  number: z.string().nullable(),
  exportId: z.string().nullable(),
  /** BULK READING: the user who was shown so many contacts; null elsewhere. */
  about: z.object({ userId: z.number(), name: z.string() }).nullable(),
  /** ASSIGNAMENT: how many calls were handed out; BULK READING: how many different contacts in an hour; null elsewhere. */
  amount: z.number().nullable(),
  /** In words: why a load or an export failed; BULK READING: through what and of which campaigns; null elsewhere. */
  reason: z.string().nullable(),
  /** Of a completed load; null elsewhere. */
  load: z.object({ loaded: z.number(), rejected: z.number() }).nullable(),
  status: z.object({ status: z.enum(NOTIFICATION_STATUSES) }),
  createdAt: instant,
});
export type Notification = z.infer<typeof notification>;

/** Newest first; the unread ones, at most NOTIFICATION_LIST_MAX of `total`. */
export const notificationList = z.object({ notifications: z.array(notification), total: z.number() });
export type NotificationList = z.infer<typeof notificationList>;

export const notifications = {
  list: endpoint('GET', '/notification', 'staff', {
    summary: 'Las notificaciones propias sin leer',
    response: notificationList,
  }),
  read: endpoint('PUT', '/notification/:id', 'staff', {
    summary: 'Marca como leída una notificación propia',
    params: longIdKey,
    response: z.object({ id: z.number(), read: z.literal(1) }),
    idempotentBecause: 'a mark of the reader alone',
    audited: false,
  }),
  clear: endpoint('PUT', '/notification', 'staff', {
    summary: 'Marca como leídas las notificaciones propias nombradas y, si se pide, todas las anteriores',
    /** `andOlder`: also the unread ones below the lowest named id. */
    body: z.object({ notifications: list(longIdNumber, 1000), andOlder: z.boolean().optional() }),
    response: z.object({ cleared: z.number() }),
    idempotentBecause: 'a mark of the reader alone',
    audited: false,
  }),
};

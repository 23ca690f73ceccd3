import { notifications } from '@campanero/contract/notifications/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { clearNotifications } from './clear-notifications.ts';
import { listNotifications } from './list-notifications.ts';
import { presentNotification } from './notifications.present.ts';
import { readNotification } from './read-notification.ts';

/** The bell (spec 7, Notifications): everything here is about the caller's own rows. */
export const notificationRoutes = (app: FastifyInstance) =>
  mount(app, 'notifications', notifications, {
    list: async (_input, ctx) => ({ notifications: (await listNotifications(ctx)).map(presentNotification) }),
    read: async ({ params }, ctx) => {
      await readNotification(ctx, params.id);
      return { id: params.id, read: 1 as const };
    },
    clear: async ({ body }, ctx) => ({
      cleared: await clearNotifications(ctx, body.notifications, body.andOlder ?? false),
    }),
  });

import { api } from '@campanero/contract';
import { NOTIFICATION_LIST_MAX } from '@campanero/contract/limits';
import type { Notification } from '@campanero/contract/notifications/endpoints';
import { reply } from './server.ts';

let counter = 500;

/** A row of the bell; what a test does not say is something plausible. */
export const aNotification = (parts: Partial<Notification> = {}): Notification => ({
  id: ++counter,
  read: 0,
  action: 'BULK AUDIENCE',
  campaignId: 31,
  campaignName: 'Veredas de Flores',
  callId: null,
  number: null,
  exportId: null,
  about: null,
  load: null,
  amount: null,
  reason: null,
  status: { status: 'COMPLETED' },
  createdAt: new Date().toISOString(),
  ...parts,
});

/** The server's side of somebody's bell: what a test adds is told at the next question, what is read leaves it. */
export function aBell(...initial: Notification[]) {
  const bell = { rows: [...initial], cleared: [] as number[][], asked: 0 };
  const remove = (ids: readonly number[]) => {
    bell.rows = bell.rows.filter(({ id }) => !ids.includes(id));
  };
  const handlers = [
    reply(api.notifications.list, () => {
      bell.asked += 1;
      return { notifications: bell.rows.slice(0, NOTIFICATION_LIST_MAX), total: bell.rows.length };
    }),
    reply(api.notifications.read, ({ params }) => {
      remove([Number(params['id'])]);
      return { id: Number(params['id']), read: 1 as const };
    }),
    reply(api.notifications.clear, async ({ request }) => {
      const { notifications: ids, andOlder } = api.notifications.clear.body.parse(await request.json());
      bell.cleared.push(ids);
      const older = andOlder ? bell.rows.filter(({ id }) => id < Math.min(...ids)) : [];
      remove([...ids, ...older.map(({ id }) => id)]);
      return { cleared: ids.length };
    }),
  ];
  return { bell, handlers };
}

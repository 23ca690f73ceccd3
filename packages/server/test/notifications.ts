import type { Deps } from '../src/work/context.ts';
import { notify, type NewNotification } from '../src/work/notify.ts';
import { transact } from '../src/work/transact.ts';

export const insertNotifications = (deps: Deps, ...notifications: NewNotification[]): Promise<void> =>
  transact({ ...deps, actor: null, requestId: 'a-job', address: '', userAgent: '' }, (work) =>
    notify(work, notifications),
  );

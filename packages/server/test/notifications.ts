import type { Deps } from '../src/work/context.ts';
import { notify, type NewNotification } from '../src/work/notify.ts';
import { transact } from '../src/work/transact.ts';

/** Rings bells as a job would: through the one door, events after the commit. */
export const insertNotifications = (deps: Deps, ...rings: NewNotification[]): Promise<void> =>
  transact({ ...deps, actor: null, requestId: 'a-job', address: '', userAgent: '' }, (work) => notify(work, rings));

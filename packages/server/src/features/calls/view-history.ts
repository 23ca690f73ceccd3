import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { hasCall } from './calls.queries.ts';
import { selectHistory, type HistoryRecord } from './history.queries.ts';
import type { CallKey } from './hold-call.ts';
import { getWorkplace } from './workplace.queries.ts';

/** Everything registered on a call within reach, newest first. */
export async function viewHistory({ db, actor }: SignedCtx, { id, callId }: CallKey): Promise<HistoryRecord[]> {
  const workplace = await getWorkplace(db, actor, id);
  if (!(await hasCall(db, workplace, callId))) throw new AppError('NOT_FOUND');
  return selectHistory(db, actor, callId);
}

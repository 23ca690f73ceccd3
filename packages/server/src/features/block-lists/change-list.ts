import { formatPhone } from '@campanero/contract/shared/numbers';
import { findBlocks } from '../../call-store/read/index.ts';
import { changeListedNumbers } from '../../call-store/write/index.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { getIdleList, tellAdministrators } from './accept-list.ts';
import { findListLoad, type ListLoadRecord } from './block-lists.queries.ts';
import { refreshObeying } from './load-list.ts';

/**
 * Takes one number out of a list; the next load that brings it lists it again. `block-lists` permission. 409 if the list does not
 * have it, or is being loaded. Leaves one audit record NUMERO ACTUALIZAR with the reason, the event `block list`, and jobs that
 * bring the calls up to date. Answers what still blocks the number.
 */
export const removeNumber = (
  ctx: SignedCtx,
  listId: number,
  { number, reason }: { number: string; reason: string },
): Promise<Awaited<ReturnType<typeof findBlocks>>> =>
  transact(ctx, async (work) => {
    const { trx, audit } = work;
    const list = await getIdleList(trx, listId);
    const { removed } = await changeListedNumbers(trx, list.id, { takeOut: Number(number) });
    if (removed === 0) throw new AppError('NUMBER_NOT_LISTED');
    await trx
      .updateTable('blockList')
      .set({ numbers: list.numbers - 1 })
      .where('id', '=', list.id)
      .execute();
    await refreshObeying(work);
    await audit({
      action: 'NUMERO',
      subaction: 'ACTUALIZAR',
      object: { type: 'block list', id: list.id },
      after: { Lista: list.name, 'Número quitado': formatPhone(number), Motivo: reason },
    });
    await tellAdministrators(work, list.id);
    return findBlocks(trx, Number(number));
  });

/**
 * Removes a whole list: it blocks nobody from the commit on, and a job deletes its numbers. `block-lists` permission. 409 while it is
 * being loaded. Leaves one audit record NUMERO ACCIÓN with the reason, the event `block list`, and jobs that bring the calls up to date.
 */
export const removeList = (ctx: SignedCtx, listId: number, reason: string): Promise<void> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const list = await getIdleList(trx, listId);
    await trx
      .updateTable('blockList')
      .set({ removedBy: actor.id, removedAt: now, removalReason: reason })
      .where('id', '=', list.id)
      .execute();
    await refreshObeying(work);
    await audit({
      action: 'NUMERO',
      subaction: 'ACCIÓN',
      object: { type: 'block list', id: list.id },
      before: { Lista: list.name, Números: list.numbers },
      after: { Lista: 'Quitada', Motivo: reason },
    });
    await tellAdministrators(work, list.id);
  });

/**
 * Cancels a running load: the list stays as it is, and whoever works on the load keeps nothing. 409 if it has ended. Leaves one audit
 * record NUMERO ACTUALIZAR and the event `block list`.
 */
export const cancelListLoad = (ctx: SignedCtx, loadId: number): Promise<ListLoadRecord> =>
  transact(ctx, async (work) => {
    const { trx, now, audit } = work;
    const load = await findListLoad(trx, loadId);
    if (!load) throw new AppError('NOT_FOUND');
    const { numUpdatedRows } = await trx
      .updateTable('blockListLoad')
      .set({ status: 'CANCELLED', finishedAt: now })
      .where('id', '=', load.id)
      .where('status', '=', 'RUNNING')
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw new AppError('LOAD_NOT_RUNNING');
    await audit({
      action: 'NUMERO',
      subaction: 'ACTUALIZAR',
      object: { type: 'block list', id: load.listId },
      after: { Archivo: load.originalName, Carga: 'Cancelada' },
    });
    await tellAdministrators(work, load.listId);
    return { ...load, status: 'CANCELLED', finishedAt: now };
  });

import { run } from '../../db/index.ts';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { findBlocks } from '../../call-store/read/index.ts';
import { removeListedNumber } from '../../call-store/write/index.ts';
import { AppError, found, type SignedCtx, transact } from '../../work/index.ts';
import { listAudit, lockIdleList } from './accept-list.ts';
import { publishListChange } from './attempt-list.ts';
import { findListLoad, listAttempts, type ListLoadRecord } from './block-lists.queries.ts';
import { refreshListedCampaigns } from './load-list.ts';

/** Until a load adds the number again. Returns what still blocks it. */
export const removeNumber = (ctx: SignedCtx, listId: number, { number, reason }: { number: string; reason: string }) =>
  transact(ctx, async (work) => {
    const { trx, audit } = work;
    const list = await lockIdleList(trx, listId);
    if (!(await removeListedNumber(trx, list.id, Number(number)))) throw new AppError('NUMBER_NOT_LISTED');
    await run(trx)`update block_list set numbers = numbers - 1 where id = ${list.id}`;
    await refreshListedCampaigns(work);
    const after = { Lista: list.name, 'Número quitado': formatPhone(number), Motivo: reason };
    await audit(listAudit(list.id, 'ACTUALIZAR', { after }));
    await publishListChange(work, list.id);
    return findBlocks(trx, Number(number));
  });

/** Blocks no number after the commit; a job deletes its numbers. */
export const removeList = (ctx: SignedCtx, listId: number, reason: string): Promise<void> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const list = await lockIdleList(trx, listId);
    await run(trx)`
      update block_list set removed_by = ${actor.id}, removed_at = ${now}, removal_reason = ${reason} where id = ${list.id}`;
    await refreshListedCampaigns(work);
    await audit(
      listAudit(list.id, 'ACCIÓN', {
        before: { Lista: list.name, Números: list.numbers },
        after: { Lista: 'Quitada', Motivo: reason },
      }),
    );
    await publishListChange(work, list.id);
  });

export const cancelListLoad = (ctx: SignedCtx, loadId: number): Promise<ListLoadRecord> =>
  transact(ctx, async (work) => {
    const { trx, now, audit } = work;
    const load = found(await findListLoad(trx, loadId));
    const isCancelled = await listAttempts.update(trx, { id: load.id }, { status: 'CANCELLED', finishedAt: now });
    if (!isCancelled) throw new AppError('LOAD_NOT_RUNNING');
    await audit(listAudit(load.listId, 'ACTUALIZAR', { after: { Archivo: load.originalName, Carga: 'Cancelada' } }));
    await publishListChange(work, load.listId);
    return { ...load, status: 'CANCELLED', finishedAt: now };
  });

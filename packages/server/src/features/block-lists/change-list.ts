import { insertRow, run, type Trx } from '../../db/index.ts';
import { LIST_KIND_NAMES, type ListFields } from '@campanero/contract/block-lists/schemas';
import { formatDate, productDay } from '@campanero/contract/shared/dates';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { describeTable } from '../../integrations/files/zip-access.ts';
import { AppError, fieldError, found, refuseDuplicate, type SignedCtx, transact, type Work } from '../../work/index.ts';
import { auditAbout } from '../../work/audit.ts';
import { adoptFiles } from '../../work/orphan-files.ts';
import { publishListChange } from './attempt-list.ts';
import {
  findList,
  findListLoad,
  isLoading,
  listAttempts,
  type ListLoadRecord,
  type ListRecord,
  lockList,
} from './block-lists.queries.ts';
import { listWork, refreshListedCampaigns } from './load-list.ts';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { findBlocks } from '../../call-store/read/index.ts';
import { removeListedNumber } from '../../call-store/write/index.ts';

/** The list changes when the load completes. */
export async function uploadList(ctx: SignedCtx, fields: ListFields, [file]: readonly UploadedFile[]) {
  if (!file) throw new AppError('NO_FILE');
  if (fields.dated > productDay(ctx.clock())) throw fieldError('VALIDATION', 'dated', 'La fecha no puede ser futura.');
  const { kind, sheet } = await describeTable(ctx.files, file, fields.sheet);
  return transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const list = await findOrCreateList(work, fields);
    const { origin, dated } = fields;
    const loadId = await insertRow(trx, 'blockListLoad', {
      listId: list.id,
      replaces: fields.replaces ?? true,
      origin,
      dated,
      originalName: file.originalName,
      kind,
      sheet,
      chosenColumn: fields.column ?? null,
      fileKey: file.key,
      bytes: file.bytes,
      sha256: Buffer.from(file.sha256, 'hex'),
      createdBy: actor.id,
      createdAt: now,
    });
    await adoptFiles(trx, [file.key]);
    await listWork.enqueue(work, { id: loadId });
    await audit(listAudit(list.id, fields.listId === undefined ? 'CREAR' : 'ACTUALIZAR'), {
      after: {
        Lista: list.name,
        Tipo: LIST_KIND_NAMES[list.kind as keyof typeof LIST_KIND_NAMES],
        Carga: fields.listId === undefined ? 'Lista nueva' : fields.replaces ? 'Reemplaza' : 'Agrega',
        Archivo: file.originalName,
        Hoja: sheet ?? undefined,
        Origen: origin,
        'Fecha de la lista': formatDate(`${dated}T12:00:00Z`),
      },
    });
    await publishListChange(work, list.id);
    return { list: (await findList(trx, list.id))!, load: (await findListLoad(trx, loadId))! };
  });
}

const listAudit = auditAbout('NUMERO', 'block list');

async function findOrCreateList(
  { trx, actor, now }: Pick<Work, 'trx' | 'actor' | 'now'>,
  { listId, name = '', kind = 'CITY', origin, dated }: ListFields,
): Promise<Pick<ListRecord, 'id' | 'name' | 'kind'>> {
  if (listId !== undefined) return lockIdleList(trx, listId);
  const row = { name, kind, origin, dated, createdBy: actor.id, createdAt: now };
  const id = await insertRow(trx, 'blockList', row).catch(refuseTakenName);
  return { id, name, kind };
}
const refuseTakenName = refuseDuplicate('block_list_name', () =>
  fieldError('NAME_TAKEN', 'name', 'Ya hay una lista con ese nombre.'),
);

async function lockIdleList(trx: Trx, listId: number): Promise<ListRecord> {
  // Also before the lock, which a load holds for seconds while it writes.
  if (await isLoading(trx, listId)) throw new AppError('LIST_LOADING');
  const list = found(await lockList(trx, listId));
  if (await isLoading(trx, list.id)) throw new AppError('LIST_LOADING');
  return list;
}

/** Until a load adds the number again. Returns what still blocks it. */
export const removeNumber = (ctx: SignedCtx, listId: number, { number, reason }: { number: string; reason: string }) =>
  transact(ctx, async (work) => {
    const { trx, audit } = work;
    const list = await lockIdleList(trx, listId);
    if (!(await removeListedNumber(trx, list.id, Number(number)))) throw new AppError('NUMBER_NOT_LISTED');
    await run(trx)`update block_list set numbers = numbers - 1 where id = ${list.id}`;
    await refreshListedCampaigns(work);
    const after = { Lista: list.name, 'Número quitado': formatPhone(number), Motivo: reason };
    await audit(listAudit(list.id, 'ACTUALIZAR'), { after });
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
    await audit(listAudit(list.id, 'ACCIÓN'), {
      before: { Lista: list.name, Números: list.numbers },
      after: { Lista: 'Quitada', Motivo: reason },
    });
    await publishListChange(work, list.id);
  });

export const cancelListLoad = (ctx: SignedCtx, loadId: number): Promise<ListLoadRecord> =>
  transact(ctx, async (work) => {
    const { trx, now, audit } = work;
    const load = found(await findListLoad(trx, loadId));
    const isCancelled = await listAttempts.update(trx, { id: load.id }, { status: 'CANCELLED', finishedAt: now });
    if (!isCancelled) throw new AppError('LOAD_NOT_RUNNING');
    await audit(listAudit(load.listId, 'ACTUALIZAR'), { after: { Archivo: load.originalName, Carga: 'Cancelada' } });
    await publishListChange(work, load.listId);
    return { ...load, status: 'CANCELLED', finishedAt: now };
  });

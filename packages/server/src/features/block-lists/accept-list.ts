import { LIST_KIND_NAMES, type ListFields } from '@campanero/contract/block-lists/schemas';
import { openWorkbook, sheetOf } from '@campanero/contract/loads/xlsx/open-workbook';
import { WorkbookFault } from '@campanero/contract/loads/xlsx/workbook-fault';
import { formatDate, productDay } from '@campanero/contract/shared/dates';
import { FILE_KINDS } from '@campanero/contract/shared/files';
import type { Trx } from '../../db/client.ts';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { accessFile, zipTools } from '../../integrations/files/zip-access.ts';
import { listAdministrators } from '../../work/administrators.ts';
import { AppError } from '../../work/app-error.ts';
import type { Actor, Ctx, SignedCtx } from '../../work/context.ts';
import { refuseDuplicate } from '../../work/refuse-duplicate.ts';
import { adoptFiles } from '../../work/orphan-files.ts';
import { transact, type Work } from '../../work/transact.ts';
import {
  findList,
  findListLoad,
  insertListLoad,
  isLoading,
  lockList,
  type ListLoadRecord,
  type ListRecord,
} from './block-lists.queries.ts';
import { loadListJob } from './load-list.ts';

/**
 * A load of a block list begins: list (if it is new), load and job exist exactly if this commits; what the list blocks changes when
 * the load ends. `block-lists` permission. 422 for a name that is taken, 409 while the list is being loaded. Leaves one audit record
 * NUMERO CREAR or ACTUALIZAR and the event `block list`.
 */
export async function uploadList(
  ctx: SignedCtx,
  fields: ListFields,
  [file]: readonly UploadedFile[],
): Promise<{ list: ListRecord; load: ListLoadRecord }> {
  if (!file) throw new AppError('NO_FILE');
  if (fields.dated > productDay(ctx.clock()))
    throw new AppError('VALIDATION', { fields: [{ field: 'dated', message: 'La fecha no puede ser futura.' }] });
  const { kind, sheet } = await describeFile(ctx, file, fields.sheet);
  return transact(ctx, async (work) => {
    const { trx, actor, now, audit, enqueue } = work;
    const list = await chooseList(work, fields);
    const { origin, dated } = fields;
    const loadId = await insertListLoad(trx, {
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
    await enqueue(loadListJob, { loadId }, { key: String(loadId) });
    await audit({
      action: 'NUMERO',
      subaction: fields.listId === undefined ? 'CREAR' : 'ACTUALIZAR',
      object: { type: 'block list', id: list.id },
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
    await tellAdministrators(work, list.id);
    // Just written, in this transaction.
    return { list: (await findList(trx, list.id))!, load: (await findListLoad(trx, loadId))! };
  });
}

/** Everybody who may have the page open. */
export async function tellAdministrators(
  { trx, afterCommit }: Pick<Work<Actor | null>, 'trx' | 'afterCommit'>,
  listId: number,
): Promise<void> {
  const to = (await listAdministrators(trx)).map(({ id }) => id);
  afterCommit({ to, event: 'block list', payload: { id: listId } });
}

async function chooseList(
  { trx, actor, now }: Pick<Work, 'trx' | 'actor' | 'now'>,
  { listId, name = '', kind = 'CITY', origin, dated }: ListFields,
): Promise<Pick<ListRecord, 'id' | 'name' | 'kind'>> {
  if (listId !== undefined) return getIdleList(trx, listId);
  const { id } = await trx
    .insertInto('blockList')
    .values({ name, kind, origin, dated, createdBy: actor.id, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName);
  return { id, name, kind };
}
const refuseTakenName = refuseDuplicate(
  'block_list_name',
  () => new AppError('NAME_TAKEN', { fields: [{ field: 'name', message: 'Ya hay una lista con ese nombre.' }] }),
);

/** A list that nobody is loading, locked. */
export async function getIdleList(trx: Trx, listId: number): Promise<ListRecord> {
  // Before the lock, which a load holds for seconds while it writes.
  if (await isLoading(trx, listId)) throw new AppError('LIST_LOADING');
  const list = await lockList(trx, listId);
  if (!list) throw new AppError('NOT_FOUND');
  if (await isLoading(trx, list.id)) throw new AppError('LIST_LOADING');
  return list;
}

/** A sheet that the workbook does not have is refused now, while whoever chose it is still there. */
async function describeFile(ctx: Ctx, file: UploadedFile, sheet: string | undefined) {
  const kind = file.contentType === FILE_KINDS.xlsx.type ? ('xlsx' as const) : ('csv' as const);
  if (kind === 'csv' || !sheet) return { kind, sheet: null };
  try {
    return { kind, sheet: sheetOf(await openWorkbook(accessFile(ctx.files, file), zipTools), sheet).name };
  } catch (error) {
    throw error instanceof WorkbookFault ? new AppError(error.refusal, { cause: error }) : error;
  }
}

import { insertRow } from '../../db/index.ts';
import { LIST_KIND_NAMES, type ListFields } from '@campanero/contract/block-lists/schemas';
import { formatDate, productDay } from '@campanero/contract/shared/dates';
import type { Trx } from '../../db/client.ts';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { describeTable } from '../../integrations/files/zip-access.ts';
import { AppError, auditAbout, found, refuseDuplicate, type SignedCtx, transact, type Work } from '../../work/index.ts';
import { adoptFiles } from '../../work/orphan-files.ts';
import { publishListChange } from './attempt-list.ts';
import { findList, findListLoad, isLoading, lockList, type ListRecord } from './block-lists.queries.ts';
import { listWork } from './load-list.ts';

/** The list changes when the load completes. */
export async function uploadList(ctx: SignedCtx, fields: ListFields, [file]: readonly UploadedFile[]) {
  if (!file) throw new AppError('NO_FILE');
  if (fields.dated > productDay(ctx.clock()))
    throw new AppError('VALIDATION', { fields: [{ field: 'dated', message: 'La fecha no puede ser futura.' }] });
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
    await audit(
      listAudit(list.id, fields.listId === undefined ? 'CREAR' : 'ACTUALIZAR', {
        after: {
          Lista: list.name,
          Tipo: LIST_KIND_NAMES[list.kind as keyof typeof LIST_KIND_NAMES],
          Carga: fields.listId === undefined ? 'Lista nueva' : fields.replaces ? 'Reemplaza' : 'Agrega',
          Archivo: file.originalName,
          Hoja: sheet ?? undefined,
          Origen: origin,
          'Fecha de la lista': formatDate(`${dated}T12:00:00Z`),
        },
      }),
    );
    await publishListChange(work, list.id);
    return { list: (await findList(trx, list.id))!, load: (await findListLoad(trx, loadId))! };
  });
}

export const listAudit = auditAbout('NUMERO', 'block list');

async function findOrCreateList(
  { trx, actor, now }: Pick<Work, 'trx' | 'actor' | 'now'>,
  { listId, name = '', kind = 'CITY', origin, dated }: ListFields,
): Promise<Pick<ListRecord, 'id' | 'name' | 'kind'>> {
  if (listId !== undefined) return lockIdleList(trx, listId);
  const row = { name, kind, origin, dated, createdBy: actor.id, createdAt: now };
  const id = await insertRow(trx, 'blockList', row).catch(refuseTakenName);
  return { id, name, kind };
}
const refuseTakenName = refuseDuplicate(
  'block_list_name',
  () => new AppError('NAME_TAKEN', { fields: [{ field: 'name', message: 'Ya hay una lista con ese nombre.' }] }),
);

export async function lockIdleList(trx: Trx, listId: number): Promise<ListRecord> {
  // Also before the lock, which a load holds for seconds while it writes.
  if (await isLoading(trx, listId)) throw new AppError('LIST_LOADING');
  const list = found(await lockList(trx, listId));
  if (await isLoading(trx, list.id)) throw new AppError('LIST_LOADING');
  return list;
}

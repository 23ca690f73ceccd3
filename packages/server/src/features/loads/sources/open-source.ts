import type { PlaceRules } from '@campanero/contract/loads/csv/places';
import { LoadFailure } from '../../../call-store/load/load-failure.ts';
import type { RunningLoad } from '../../../call-store/load/load-row.ts';
import type { Db } from '../../../db/client.ts';
import type { Ctx } from '../../../work/context.ts';
import { selectLocationTree } from '../../lookups/lookups.queries.ts';
import { listSpellings } from '../spellings/spellings.queries.ts';
import { createCsvSource } from './csv-files.ts';
import type { ReadableSource } from './findings.ts';
import { createRemoteSource } from './remote-people.ts';

const GONE = 'El archivo ya no está en el servidor: vuelva a subirlo.';

/** Places are matched by one set of rules, whatever the source. */
export const readPlaceRules = async ({ db }: Ctx, { dropPlaces }: RunningLoad): Promise<PlaceRules> => ({
  tree: await selectLocationTree(db),
  spellings: await listSpellings(db),
  dropsUnknown: dropPlaces,
});

export async function openSource(ctx: Ctx, load: RunningLoad, places: PlaceRules): Promise<ReadableSource> {
  const sourceId = load.sourceId ?? '';
  if (load.source === 'dashboard') {
    const audience = await ctx.orion.find(sourceId);
    return createRemoteSource(ctx.orion.contacts(sourceId), audience?.total ?? 0, places);
  }
  if (load.source === 'form') {
    const form = await ctx.forms.find(sourceId);
    return createRemoteSource(ctx.forms.registrations(sourceId), form?.available ?? 0, places);
  }
  const files = await listFiles(ctx.db, load.id);
  for (const { fileKey } of files) if (!(await ctx.files.exists(fileKey))) throw new LoadFailure(GONE);
  if (files.length === 0) throw new LoadFailure(GONE);
  return createCsvSource(ctx.files, files, places);
}

async function listFiles(db: Db, loadId: number) {
  const rows = await db
    .selectFrom('audienceLoadFile')
    .select(['fileNo', 'fileKey', 'bytes'])
    .where('loadId', '=', loadId)
    .orderBy('fileNo')
    .execute();
  return rows.flatMap(({ fileKey, ...file }) => (fileKey === null ? [] : [{ ...file, fileKey }]));
}

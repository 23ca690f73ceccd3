import type { Db } from '../../db/client.ts';

/** The headers of the load's files, in order; none for an audience that came from another system. */
export const listHeaders = async (db: Db, loadId: number): Promise<{ fileNo: number; header: string[] }[]> =>
  (
    await db
      .selectFrom('audienceLoadFile')
      .select(['fileNo', 'header'])
      .where('loadId', '=', loadId)
      .orderBy('fileNo')
      .execute()
  ).map(({ fileNo, header }) => ({ fileNo, header: header ?? [] }));

/** After the given row, in the order of the files. */
export const selectRejected = (db: Db, loadId: number, after: { fileNo: number; line: number }, limit: number) =>
  db
    .selectFrom('rejectedRow')
    .select(['fileNo', 'line', 'reason', 'cells'])
    .where('loadId', '=', loadId)
    .where((eb) =>
      eb.or([eb('fileNo', '>', after.fileNo), eb.and([eb('fileNo', '=', after.fileNo), eb('line', '>', after.line)])]),
    )
    .orderBy('fileNo')
    .orderBy('line')
    .limit(limit)
    .execute();

import { type Db, hasWritten, isClosed, selectRows, selectValue, sql, type Trx } from '../../db/index.ts';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';

export type CampaignDates = { id: number; name: string; startDate: Date; endDate: Date };

/** Visible open campaigns that start or end in the span, next one first. */
export const listCampaignDates = (db: Db, viewer: Viewer, { from, to }: { from: Date; to: Date }, limit: number) =>
  selectRows<CampaignDates>(db)`
    select campaign.id, campaign.name, campaign.start_date, campaign.end_date from campaign
    where ${visibleTo(viewer)} and not ${isClosed()}
      and ((start_date >= ${from} and start_date < ${to}) or (end_date >= ${from} and end_date < ${to}))
    order by case when start_date >= ${from} then start_date else end_date end, campaign.id limit ${limit}`;

const notes = (db: Db | Trx, userId: number) =>
  db
    .selectFrom('note')
    .select(['note.id', 'note.text', 'note.updatedAt', 'note.version'])
    .where('note.userId', '=', userId);
export type NoteRow = NonNullable<Awaited<ReturnType<typeof findNote>>>;

export const listNotes = (db: Db, userId: number) => notes(db, userId).orderBy('note.id', 'desc').execute();

/** Undefined also for other users' notes. */
export const findNote = (db: Db | Trx, { id, userId }: { id: number; userId: number }) =>
  notes(db, userId).where('note.id', '=', id).executeTakeFirst();

export const lockNote = (trx: Trx, { id, userId }: { id: number; userId: number }) =>
  notes(trx, userId).where('note.id', '=', id).forUpdate().executeTakeFirst();

/** Locks the user, so that concurrent additions cannot exceed the limit. */
export async function countNotesLocked(trx: Trx, userId: number): Promise<number> {
  await sql`select from app_user where id = ${userId} for no key update`.execute(trx);
  return selectValue<number>(trx)`select count(*) from note where user_id = ${userId}`;
}

export const insertNote = (trx: Trx, values: { userId: number; text: string; updatedAt: Date }) =>
  trx.insertInto('note').values(values).returning(['id', 'text', 'updatedAt', 'version']).executeTakeFirstOrThrow();

export const updateNote = (trx: Trx, id: number, { text, updatedAt }: { text: string; updatedAt: Date }) =>
  trx
    .updateTable('note')
    .set((eb) => ({ text, updatedAt, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(['id', 'text', 'updatedAt', 'version'])
    .executeTakeFirstOrThrow();

export const deleteNote = (trx: Trx, { id, userId }: { id: number; userId: number }) =>
  hasWritten(trx)`delete from note where id = ${id} and user_id = ${userId}`;

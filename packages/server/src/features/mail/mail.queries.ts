import type { Viewer } from '../../call-store/reach.ts';
import { answerOfMail } from '../../call-store/read/index.ts';
import { containsText, type Db, hasWritten, sql, type Trx } from '../../db/index.ts';

/** The text shown in the inbox, without secrets of the sent text. */
const shownBody = sql<string>`coalesce(mail.inbox_body, mail.body)`;

type MailSearch = { viewer: Viewer; unread: boolean; general: string | undefined };

const found = (db: Db, { viewer, unread, general }: MailSearch) =>
  db
    .selectFrom('mail')
    .where('mail.userId', '=', viewer.id)
    .$if(unread, (query) => query.where('mail.readAt', 'is', null))
    .$if(Boolean(general), (query) =>
      query.where((eb) => eb.or([containsText(sql.ref('mail.subject'), general!), containsText(shownBody, general!)])),
    );

export const selectMails = (db: Db, search: MailSearch, page: { limit: number; offset: number }) =>
  found(db, search)
    .select(['mail.id', 'mail.subject', 'mail.createdAt', 'mail.readAt', shownBody.as('body')])
    .select(answerOfMail(search.viewer).as('answer'))
    .orderBy('mail.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
export type ListedMail = Awaited<ReturnType<typeof selectMails>>[number];

export async function countMails(db: Db, search: MailSearch): Promise<number> {
  const counted = found(db, search).select((eb) => eb.fn.countAll<number>().as('total'));
  return (await counted.executeTakeFirstOrThrow()).total;
}

/** One message of the user with its completed export; undefined if it is another user's. */
export const findMail = (db: Db, id: number, viewer: Viewer) =>
  db
    .selectFrom('mail')
    .leftJoin('exportJob', (join) =>
      join.onRef('exportJob.id', '=', 'mail.exportId').on('exportJob.status', '=', 'COMPLETED'),
    )
    .select(['mail.id', 'mail.subject', 'mail.createdAt', 'mail.readAt', shownBody.as('body')])
    .select(['exportJob.id as exportId', 'exportJob.fileName', 'exportJob.rowCount', 'exportJob.bytes'])
    .select('exportJob.expiresAt')
    .select(answerOfMail(viewer).as('answer'))
    .where('mail.id', '=', id)
    .where('mail.userId', '=', viewer.id)
    .executeTakeFirst();
export type FoundMail = NonNullable<Awaited<ReturnType<typeof findMail>>>;

/** False if the user has no such message. Keeps the first time of reading. */
export const setRead = (trx: Trx, { id, userId, readAt }: { id: number; userId: number; readAt: Date | null }) =>
  hasWritten(trx)`
    update mail set read_at = case when ${readAt}::timestamptz is not null then coalesce(read_at, ${readAt}) end
    where id = ${id} and user_id = ${userId}`;

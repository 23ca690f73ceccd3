import type { MailQuery } from '@campanero/contract/mail/endpoints';
import { routesOf } from '../../http/mount.ts';
import { AppError, found, type SignedCtx, transact } from '../../work/index.ts';
import { countMails, findMail, selectMails, setRead, type FoundMail, type ListedMail } from './mail.queries.ts';

export const mailRoutes = routesOf('mail', {
  list: ({ query }, ctx) => listMails(ctx, query),
  unread: async (_input, { db, actor }) => ({ unread: await countUnread(db, actor.id) }),
  get: async ({ params }, { db, actor, config }) => {
    const message = found(await findMail(db, { id: params.id, userId: actor.id }));
    return presentMessage(message, config.publicUrl);
  },
  read: async ({ params, query }, ctx) => {
    const read = query.read ?? true;
    await markMail(ctx, params.id, read);
    return { id: params.id, read };
  },
});

const countUnread = (db: SignedCtx['db'], userId: number) =>
  countMails(db, { userId, unread: true, general: undefined });

async function listMails({ db, actor }: SignedCtx, { pageNumber, pageSize, general, unread = false }: MailQuery) {
  const search = { userId: actor.id, unread, general };
  const [mails, totalElementsCount, unreadCount] = await Promise.all([
    selectMails(db, search, { limit: pageSize, offset: pageNumber * pageSize }),
    countMails(db, search),
    countUnread(db, actor.id),
  ]);
  return { mails: mails.map(presentRow), totalElementsCount, page: pageNumber, unread: unreadCount };
}

/** No audit record; the event updates the user's other tabs. */
const markMail = (ctx: SignedCtx, id: number, read: boolean): Promise<void> =>
  transact(ctx, async ({ trx, actor, now, afterCommit }) => {
    if (!(await setRead(trx, { id, userId: actor.id, readAt: read ? now : null }))) throw new AppError('NOT_FOUND');
    afterCommit({ to: [actor.id], event: 'mail', payload: { id } });
  });

const PREVIEW_MAX = 160;
const GREETING = /^Hola,[^\n]*:\s+/;

const presentRow = (row: ListedMail) => ({
  ...row,
  preview: row.body.replace(GREETING, '').replace(/\s+/g, ' ').trim().slice(0, PREVIEW_MAX),
  read: row.readAt !== null,
});

const presentMessage = (row: FoundMail, site: string) => ({
  ...row,
  read: row.readAt !== null,
  export: presentExport(row),
  site,
});

function presentExport({ exportId, fileName, rowCount, bytes, expiresAt }: FoundMail) {
  if (exportId === null || fileName === null || expiresAt === null) return null;
  return { id: exportId, fileName, rows: rowCount, bytes, expiresAt };
}

import type { MailQuery } from '@campanero/contract/mail/endpoints';
import type { AnsweredQuestion } from '../../call-store/read/index.ts';
import { ERASED_NUMBERS_FROM } from '@campanero/contract/shared/numbers';
import { routesOf } from '../../http/mount.ts';
import { AppError, found, type SignedCtx, transact } from '../../work/index.ts';
import { countMails, findMail, selectMails, setRead, type FoundMail, type ListedMail } from './mail.queries.ts';

export const mailRoutes = routesOf('mail', {
  list: ({ query }, ctx) => listMails(ctx, query),
  unread: async (_input, { db, actor }) => ({ unread: await countUnread(db, actor) }),
  get: async ({ params }, { db, actor, config }) => {
    const message = found(await findMail(db, params.id, actor));
    return presentMessage(message, config.publicUrl);
  },
  read: async ({ params, query }, ctx) => {
    const read = query.read ?? true;
    await markMail(ctx, params.id, read);
    return { id: params.id, read };
  },
});

const countUnread = (db: SignedCtx['db'], viewer: SignedCtx['actor']) =>
  countMails(db, { viewer, unread: true, general: undefined });

async function listMails({ db, actor }: SignedCtx, { pageNumber, pageSize, general, unread = false }: MailQuery) {
  const search = { viewer: actor, unread, general };
  const [mails, totalElementsCount, unreadCount] = await Promise.all([
    selectMails(db, search, { limit: pageSize, offset: pageNumber * pageSize }),
    countMails(db, search),
    countUnread(db, actor),
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

/** Before the signature. */
function withAnswer(body: string, paragraphs: readonly string[]): string {
  const at = body.lastIndexOf('\n\n');
  return [body.slice(0, at), ...paragraphs, body.slice(at + 2)].join('\n\n');
}
const answerInWords = ({ question, answer }: AnsweredQuestion) => [`Consulta: ${question}`, `Respuesta: ${answer}`];
const contactOf = ({ campaignId, callId, number }: AnsweredQuestion, site: string) =>
  number < ERASED_NUMBERS_FROM ? [`${site}/campaign/detail/${campaignId}/contact/${callId}/${number}`] : [];

const presentRow = ({ answer, ...row }: ListedMail) => ({
  ...row,
  preview: (answer ? withAnswer(row.body, answerInWords(answer)) : row.body)
    .replace(GREETING, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW_MAX),
  read: row.readAt !== null,
});

const presentMessage = ({ answer, ...row }: FoundMail, site: string) => ({
  ...row,
  body: answer ? withAnswer(row.body, [...answerInWords(answer), ...contactOf(answer, site)]) : row.body,
  read: row.readAt !== null,
  export: presentExport(row),
  site,
});

function presentExport({ exportId, fileName, rowCount, bytes, expiresAt }: Omit<FoundMail, 'answer'>) {
  if (exportId === null || fileName === null || expiresAt === null) return null;
  return { id: exportId, fileName, rows: rowCount, bytes, expiresAt };
}

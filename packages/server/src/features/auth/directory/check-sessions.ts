import { defineMinuteJob, type JobCtx } from '../../../jobs/define-job.ts';
import { AppError, transact, userAudit } from '../../../work/index.ts';
import { endSessions } from '../auth.queries.ts';
import { openSecret, sealSecret } from '../../../work/sealed-secrets.ts';
import { type DueSession, forgetTokens, keepRenewed, listDueSessions } from './directory.queries.ts';
import { renew } from './issuer.ts';
import { tokenOwner } from './sign-in-with-directory.ts';

/** Well below the idle time after which issuers forget a refresh token (30 minutes is usual). */
const CHECK_EVERY_MS = 10 * 60_000;
/** Whom the issuer refuses for another reason than that it does not know them; an hour with the minutes between runs. */
const UNCONFIRMED_MS = 55 * 60_000;
const AT_ONCE = 8;
const PER_RUN = 2_000;

/** Asks the issuer whether it still knows the people who came from it, and ends the sessions of those it does not. */
export const checkDirectorySessionsJob = defineMinuteJob('directory.check-sessions', async (ctx) => {
  const { oidcIssuer: issuer } = ctx.config;
  const now = ctx.clock();
  await forgetTokens(ctx.db, now);
  if (!issuer) return;
  const before = new Date(now.getTime() - CHECK_EVERY_MS);
  const due = await listDueSessions(ctx.db, issuer, { now, before }, PER_RUN);
  while (due.length > 0) {
    ctx.job.signal.throwIfAborted();
    const batch = due.splice(0, AT_ONCE);
    const reached = await Promise.all(batch.map((session) => checkSession(ctx, session)));
    // The issuer is away: people go on, and the next run asks again.
    if (reached.includes(false)) return;
  }
});

/** False when the issuer could not be asked. */
async function checkSession(ctx: JobCtx, session: DueSession): Promise<boolean> {
  const { sessionId, userId, subject, refreshToken, checkedAt } = session;
  const owner = tokenOwner(sessionId);
  const opened = openSecret(ctx.config, owner, refreshToken);
  try {
    // Sealed under a key that is gone: nobody can be asked.
    const renewed = opened ? await renew(ctx, opened.secret.toString('utf8'), subject) : 'unknown';
    const now = ctx.clock();
    if (typeof renewed === 'object')
      await keepRenewed(ctx.db, sessionId, sealSecret(ctx.config, owner, Buffer.from(renewed.next)), now);
    else if (renewed === 'unknown' || now.getTime() - checkedAt.getTime() > UNCONFIRMED_MS)
      await endUnknown(ctx, userId, sessionId);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn(
      { code: error.error, cause: (error.cause as Error | undefined)?.message },
      'the directory cannot be asked',
    );
    return false;
  }
}

const endUnknown = (ctx: JobCtx, userId: number, sessionId: string) =>
  transact(ctx, async ({ trx, now, audit, afterCommit }) => {
    const ended = await endSessions(trx, { userId, only: sessionId }, now);
    if (ended.length === 0) return;
    await audit(userAudit(userId, 'ACCIÓN'), {
      userId,
      after: { Acción: 'Sesión cerrada: el directorio ya no reconoce a la persona' },
    });
    afterCommit(() => ctx.publish.endSessions(ended));
  });

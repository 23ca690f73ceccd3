import type { RebalanceBody } from '@campanero/contract/audience/segment-schemas';
import { SEGMENT_TIMEOUT_MS } from '@campanero/contract/limits';
import { moveCalls } from '../../call-store/write/index.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { notify } from '../../work/notify.ts';
import { transact } from '../../work/transact.ts';
import { selectUserNames } from './segmentations.queries.ts';
import { announceSplit, checkShare, getValidOperators, sharesInWords, lockAudience } from './split-rules.ts';

/**
 * Rebalancear: moves the open calls of some operators, who may be disabled, absent or no longer of the campaign, to others,
 * split evenly in load order, at most 15,000 each. Calls that are held stay. Managers. Leaves one audit record CAMPAÑA
 * SEGMENTAR, a notification for each operator who got calls, and the event `campaign` for the other managers.
 */
export const rebalanceCalls = (ctx: SignedCtx, id: number, { from, to }: RebalanceBody) =>
  transact(
    ctx,
    async (work) => {
      const { trx, now, audit } = work;
      const { audience, calls } = await lockAudience(work, id);
      const operators = await getValidOperators(trx, audience, to, 'to');
      // Calls that are held meanwhile make the result a little smaller.
      const check = (amount: number) => checkShare(amount, operators.length);
      const moved = await moveCalls(trx, calls, { from, to, now, check });
      if (moved.total === 0) throw new AppError('NOTHING_TO_REBALANCE');
      work.publishActivity(audience);
      await announceSplit(work, id, audience.status);

      const { total } = moved;
      const shares = operators.map((operator) => ({ ...operator, amount: moved.to.get(operator.id) ?? 0 }));
      const names = await selectUserNames(trx, [...moved.from.keys()]);
      await notify(
        work,
        shares
          .filter(({ amount }) => amount > 0)
          .map((share) => ({
            userId: share.id,
            action: 'ASSIGNAMENT' as const,
            subject: `rebalance:${ctx.requestId}`,
            campaignId: id,
            amount: share.amount,
          })),
      );
      await audit({
        action: 'CAMPAÑA',
        subaction: 'SEGMENTAR',
        object: { type: 'campaign', id },
        before: {
          Operadores: sharesInWords(names.map((person) => ({ ...person, amount: moved.from.get(person.id) ?? 0 }))),
        },
        after: { Campaña: audience.name, Acción: 'Rebalancear', Cantidad: total, Operadores: sharesInWords(shares) },
      });
      return { total, operators: shares };
    },
    { statementTimeoutMs: SEGMENT_TIMEOUT_MS },
  );

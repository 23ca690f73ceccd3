import type { RebalanceBody } from '@campanero/contract/audience/segment-schemas';
import { SEGMENT_TIMEOUT_MS } from '@campanero/contract/limits';
import { moveCalls } from '../../call-store/write/index.ts';
import { AppError, type SignedCtx, transact } from '../../work/index.ts';
import { selectUserNames } from './segmentations.queries.ts';
import {
  assertShareLimit,
  formatShares,
  getValidOperators,
  lockAudience,
  notifyOperators,
  publishSplit,
  splitAudit,
} from './split-rules.ts';

/** Moves open calls of operators, who may be disabled or removed, evenly to others, at most 15,000 each. Held calls stay. */
export const rebalanceCalls = (ctx: SignedCtx, id: number, { from, to }: RebalanceBody) =>
  transact(ctx, { statementTimeoutMs: SEGMENT_TIMEOUT_MS }, async (work) => {
    const { trx, now, audit } = work;
    const { audience, calls } = await lockAudience(work, id);
    const operators = await getValidOperators(trx, audience, to, 'to');
    // Calls held since this check make the result a little smaller.
    const check = (amount: number) => assertShareLimit(amount, operators.length);
    const moved = await moveCalls(trx, calls, { from, to, now, check });
    if (moved.total === 0) throw new AppError('NOTHING_TO_REBALANCE');
    work.publishActivity(audience);
    await publishSplit(work, id, audience.status);

    const { total } = moved;
    const shares = operators.map((operator) => ({ ...operator, amount: moved.to.get(operator.id) ?? 0 }));
    const names = await selectUserNames(trx, [...moved.from.keys()]);
    await notifyOperators(work, id, `rebalance:${ctx.requestId}`, shares);
    const before = names.map((person) => ({ ...person, amount: moved.from.get(person.id) ?? 0 }));
    await audit(
      splitAudit(audience, {
        before: { Operadores: formatShares(before) },
        after: { Acción: 'Rebalancear', Cantidad: total, Operadores: formatShares(shares) },
      }),
    );
    return { total, operators: shares };
  });

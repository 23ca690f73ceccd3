import type { CallingDefault, CallingDefaultBody } from '@campanero/contract/calling-rules/schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import type { AuditValues } from '../../work/audit.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import { assertCurrent } from '../../work/version.ts';
import { listCallingCampaigns } from '../calls/calling-campaign.queries.ts';
import { lockDefault, selectDefault, selectHolidays, updateDefault } from './calling-rules.queries.ts';

/** The rules of campaigns without their own, with the holidays. Also for users who edit the rules of a campaign. */
export async function viewDefault({ db }: SignedCtx): Promise<CallingDefault> {
  const { updatedAt, ...stored } = await selectDefault(db);
  return { ...stored, updatedAt: updatedAt?.toISOString() ?? null, holidays: await selectHolidays(db) };
}

/**
 * Changes the default rules. For the `calling-rules` permission. Refuses a stale version. Leaves an audit record and activity events
 * of all campaigns in which calls are made.
 */
export const saveDefault = (ctx: SignedCtx, body: CallingDefaultBody): Promise<{ version: number }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    await lockDefault(trx);
    const before = await selectDefault(trx);
    assertCurrent(before, body.version);
    const version = await updateDefault(trx, { ...body, userId: actor.id, now });
    await audit({
      action: 'ETIQUETA',
      subaction: 'ACTUALIZAR',
      object: { type: 'calling-rules', id: null },
      before: auditValues(before),
      after: auditValues(body),
    });
    await publishActivityOfAll(work);
    return { version };
  });

const auditValues = ({ rules, acrossCampaigns }: Omit<CallingDefaultBody, 'version'>): AuditValues => ({
  Reglas: rulesInWords(rules),
  'Contar los llamados de todas las campañas': acrossCampaigns ? 'Sí' : 'No',
});

/** Makes pages about campaigns in which calls are made refetch hours, waits and forecasts. */
export async function publishActivityOfAll({
  trx,
  publishActivity,
}: Pick<Work, 'trx' | 'publishActivity'>): Promise<void> {
  for (const campaign of await listCallingCampaigns(trx)) publishActivity(campaign);
}

import type { CallingDefault, CallingDefaultBody } from '@campanero/contract/calling-rules/schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import type { AuditValues } from '../../work/audit.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import { assertCurrent } from '../../work/version.ts';
import { listCallingCampaigns } from '../calls/calling-campaign.queries.ts';
import { lockDefault, selectDefault, selectHolidays, updateDefault } from './calling-rules.queries.ts';

/** What applies to every campaign without rules of its own, with the holidays. For whoever sets rules of a campaign too. */
export async function viewDefault({ db }: SignedCtx): Promise<CallingDefault> {
  const { updatedAt, ...stored } = await selectDefault(db);
  return { ...stored, updatedAt: updatedAt?.toISOString() ?? null, holidays: await selectHolidays(db) };
}

/**
 * Changes the system's rules, from the next request for a contact on. For the `calling-rules` permission; a stale version is
 * refused. Leaves one audit record; everybody who watches a campaign in which people call learns of it.
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
      before: inWords(before),
      after: inWords(body),
    });
    await publishActivityOfAll(work);
    return { version };
  });

const inWords = ({ rules, acrossCampaigns }: Omit<CallingDefaultBody, 'version'>): AuditValues => ({
  Reglas: rulesInWords(rules),
  'Contar los llamados de todas las campañas': acrossCampaigns ? 'Sí' : 'No',
});

/** Pages about campaigns in which people call ask anew: hours, waits and forecasts may be others. */
export async function publishActivityOfAll({
  trx,
  publishActivity,
}: Pick<Work, 'trx' | 'publishActivity'>): Promise<void> {
  for (const campaign of await listCallingCampaigns(trx)) publishActivity(campaign);
}

import type { CallingDefaultBody } from '@campanero/contract/calling-rules/schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import { assertCurrent, auditAbout, type AuditValues, type SignedCtx, transact, type Work } from '../../work/index.ts';
import { listCallingCampaigns } from '../calls/calling-campaign.queries.ts';
import { lockDefault, selectDefault, selectHolidays, updateDefault } from './calling-rules.queries.ts';

/** The rules of campaigns without their own, with the holidays. Also for users who edit the rules of a campaign. */
export const viewDefault = async ({ db }: SignedCtx) => ({
  ...(await selectDefault(db)),
  holidays: await selectHolidays(db),
});

export const saveDefault = (ctx: SignedCtx, body: CallingDefaultBody): Promise<{ version: number }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    await lockDefault(trx);
    const before = await selectDefault(trx);
    assertCurrent(before, body.version);
    const version = await updateDefault(trx, body, actor.id, now);
    const values = { before: auditValues(before), after: auditValues(body) };
    await audit(auditAbout('ETIQUETA', 'calling-rules')(null, 'ACTUALIZAR', values));
    await publishActivityOfAll(work);
    return { version };
  });

const auditValues = ({ rules, acrossCampaigns }: Omit<CallingDefaultBody, 'version'>): AuditValues => ({
  Reglas: rulesInWords(rules),
  'Contar los llamados de todas las campañas': acrossCampaigns ? 'Sí' : 'No',
});

/** Makes pages about campaigns in which calls are made refetch hours, waits and forecasts. */
export async function publishActivityOfAll({ trx, publishActivity }: Pick<Work, 'trx' | 'publishActivity'>) {
  for (const campaign of await listCallingCampaigns(trx)) publishActivity(campaign);
}

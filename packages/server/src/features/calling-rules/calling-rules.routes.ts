import { routesOf } from '../../http/mount.ts';
import type { CallingDefaultBody, Holiday, HolidayBody, HolidayPatch } from '@campanero/contract/calling-rules/schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import { assertCurrent, fieldError, type SignedCtx, transact, type Work } from '../../work/index.ts';
import { auditAbout, type AuditChange, type AuditValues } from '../../work/audit.ts';
import type { AuditSubaction } from '@campanero/contract/audit-log/endpoints';
import { listCallingCampaigns } from '../calls/calling-campaign.queries.ts';
import {
  deleteHolidayRow,
  insertHoliday,
  lockDefault,
  lockHoliday,
  renameHoliday,
  selectDefault,
  selectHolidays,
  updateDefault,
} from './calling-rules.queries.ts';
import { dayBounds, formatDate } from '@campanero/contract/shared/dates';

export const callingRuleRoutes = routesOf('callingRules', {
  /** The rules of campaigns without their own, with the holidays. Also for users who edit the rules of a campaign. */
  view: async (_input, { db }) => ({ ...(await selectDefault(db)), holidays: await selectHolidays(db) }),
  update: ({ body }, ctx) => saveDefault(ctx, body),
  createHoliday: ({ body }, ctx) => createHoliday(ctx, body),
  updateHoliday: ({ params, body }, ctx) => updateHoliday(ctx, params.day, body),
  deleteHoliday: ({ params }, ctx) => deleteHoliday(ctx, params.day),
});

const saveDefault = (ctx: SignedCtx, body: CallingDefaultBody): Promise<{ version: number }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    await lockDefault(trx);
    const before = await selectDefault(trx);
    assertCurrent(before, body.version);
    const version = await updateDefault(trx, body, actor.id, now);
    const values = { before: defaultValues(before), after: defaultValues(body) };
    await audit(auditAbout('ETIQUETA', 'calling-rules')(null, 'ACTUALIZAR'), values);
    await publishActivityOfAll(work);
    return { version };
  });

const defaultValues = ({ rules, acrossCampaigns }: Omit<CallingDefaultBody, 'version'>): AuditValues => ({
  Reglas: rulesInWords(rules),
  'Contar los llamados de todas las campañas': acrossCampaigns ? 'Sí' : 'No',
});

/** Makes pages about campaigns in which calls are made refetch hours, waits and forecasts. */
async function publishActivityOfAll({ trx, publishActivity }: Pick<Work, 'trx' | 'publishActivity'>) {
  for (const campaign of await listCallingCampaigns(trx)) publishActivity(campaign);
}

// For the `calling-rules` permission. Each change leaves an audit record and activity events of all calling campaigns.

const holidayAudit = auditAbout('ETIQUETA', 'holiday');
const holidayValues = ({ day, name }: HolidayBody): AuditValues => ({
  Fecha: formatDate(dayBounds(day).from),
  Nombre: name,
});
const holidayTaken = () => fieldError('HOLIDAY_TAKEN', 'day', 'Ese día ya figura entre los feriados.');

const createHoliday = (ctx: SignedCtx, body: HolidayBody): Promise<Holiday> =>
  transact(ctx, async (work) => {
    const created: Holiday = { ...body, kind: 'OWN', version: 0 };
    if (!(await insertHoliday(work.trx, created))) throw holidayTaken();
    await recordHolidayChange(work, 'CREAR', body.day, { after: holidayValues(body) });
    return created;
  });

/** The date may change too: the government moves some holidays by decree. Refuses a stale version. */
const updateHoliday = (ctx: SignedCtx, day: string, { version, ...body }: HolidayPatch): Promise<Holiday> =>
  transact(ctx, async (work) => {
    const before = await lockHoliday(work.trx, day);
    assertCurrent(before, version);
    const after: Holiday = { ...body, kind: before.kind, version: version + 1 };
    if (body.day === day) await renameHoliday(work.trx, after);
    else {
      if (!(await insertHoliday(work.trx, after))) throw holidayTaken();
      await deleteHolidayRow(work.trx, day);
    }
    await recordHolidayChange(work, 'ACTUALIZAR', body.day, {
      before: holidayValues(before),
      after: holidayValues(after),
    });
    return after;
  });

const deleteHoliday = (ctx: SignedCtx, day: string): Promise<void> =>
  transact(ctx, async (work) => {
    const before = await lockHoliday(work.trx, day);
    await deleteHolidayRow(work.trx, day);
    await recordHolidayChange(work, 'ACTUALIZAR', day, { before: holidayValues(before) });
  });

async function recordHolidayChange(work: Work, subaction: AuditSubaction, day: string, change: AuditChange) {
  await work.audit(holidayAudit(day, subaction), change);
  await publishActivityOfAll(work);
}

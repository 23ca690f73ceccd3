import type { Holiday, HolidayBody, HolidayPatch } from '@campanero/contract/calling-rules/schemas';
import { dayBounds, formatDate } from '@campanero/contract/shared/dates';
import {
  AppError,
  assertCurrent,
  auditAbout,
  type AuditRecord,
  type AuditValues,
  type SignedCtx,
  transact,
  type Work,
} from '../../work/index.ts';
import { deleteHolidayRow, insertHoliday, lockHoliday, renameHoliday } from './calling-rules.queries.ts';
import { publishActivityOfAll } from './save-default.ts';

// For the `calling-rules` permission. Each change leaves an audit record and activity events of all calling campaigns.

const holidayAudit = auditAbout('ETIQUETA', 'holiday');
const auditValues = ({ day, name }: HolidayBody): AuditValues => ({
  Fecha: formatDate(dayBounds(day).from),
  Nombre: name,
});
const holidayTaken = () =>
  new AppError('HOLIDAY_TAKEN', { fields: [{ field: 'day', message: 'Ese día ya figura entre los feriados.' }] });

export const createHoliday = (ctx: SignedCtx, body: HolidayBody): Promise<Holiday> =>
  transact(ctx, async (work) => {
    const created: Holiday = { ...body, kind: 'OWN', version: 0 };
    if (!(await insertHoliday(work.trx, created))) throw holidayTaken();
    await recordHolidayChange(work, 'CREAR', body.day, { after: auditValues(body) });
    return created;
  });

/** The date may change too: the government moves some holidays by decree. Refuses a stale version. */
export const updateHoliday = (ctx: SignedCtx, day: string, { version, ...body }: HolidayPatch): Promise<Holiday> =>
  transact(ctx, async (work) => {
    const before = await lockHoliday(work.trx, day);
    assertCurrent(before, version);
    const after: Holiday = { ...body, kind: before.kind, version: version + 1 };
    if (body.day === day) await renameHoliday(work.trx, after);
    else {
      if (!(await insertHoliday(work.trx, after))) throw holidayTaken();
      await deleteHolidayRow(work.trx, day);
    }
    await recordHolidayChange(work, 'ACTUALIZAR', body.day, { before: auditValues(before), after: auditValues(after) });
    return after;
  });

export const deleteHoliday = (ctx: SignedCtx, day: string): Promise<void> =>
  transact(ctx, async (work) => {
    const before = await lockHoliday(work.trx, day);
    await deleteHolidayRow(work.trx, day);
    await recordHolidayChange(work, 'ACTUALIZAR', day, { before: auditValues(before) });
  });

async function recordHolidayChange(
  work: Work,
  subaction: AuditRecord['subaction'],
  day: string,
  values: Pick<AuditRecord, 'before' | 'after'>,
): Promise<void> {
  await work.audit(holidayAudit(day, subaction, values));
  await publishActivityOfAll(work);
}

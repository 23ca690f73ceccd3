import type { Holiday, HolidayBody, HolidayPatch } from '@campanero/contract/calling-rules/schemas';
import { dayBounds, formatDate } from '@campanero/contract/shared/dates';
import { AppError } from '../../work/app-error.ts';
import type { AuditValues } from '../../work/audit.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { assertCurrent } from '../../work/version.ts';
import { deleteHolidayRow, insertHoliday, lockHoliday, renameHoliday } from './calling-rules.queries.ts';
import { publishActivityOfAll } from './save-default.ts';

// Holidays are changed with the `calling-rules` permission. Each change leaves one audit record about that day.

const inWords = ({ day, name }: HolidayBody): AuditValues => ({ Fecha: formatDate(dayBounds(day).from), Nombre: name });
const isTaken = () =>
  new AppError('HOLIDAY_TAKEN', { fields: [{ field: 'day', message: 'Ese día ya figura entre los feriados.' }] });

/** A holiday of the city's own. */
export const createHoliday = (ctx: SignedCtx, body: HolidayBody): Promise<Holiday> =>
  transact(ctx, async (work) => {
    const made: Holiday = { ...body, kind: 'OWN', version: 0 };
    if (!(await insertHoliday(work.trx, made))) throw isTaken();
    await work.audit({
      action: 'ETIQUETA',
      subaction: 'CREAR',
      object: { type: 'holiday', id: body.day },
      after: inWords(body),
    });
    await publishActivityOfAll(work);
    return made;
  });

/** Another date or name: the government moves some of them by decree. */
export const updateHoliday = (ctx: SignedCtx, day: string, { version, ...body }: HolidayPatch): Promise<Holiday> =>
  transact(ctx, async (work) => {
    const before = await lockHoliday(work.trx, day);
    if (!before) throw new AppError('NOT_FOUND');
    assertCurrent(before, version);
    const after: Holiday = { ...body, kind: before.kind, version: version + 1 };
    if (body.day === day) await renameHoliday(work.trx, after);
    else {
      if (!(await insertHoliday(work.trx, after))) throw isTaken();
      await deleteHolidayRow(work.trx, day);
    }
    await work.audit({
      action: 'ETIQUETA',
      subaction: 'ACTUALIZAR',
      object: { type: 'holiday', id: body.day },
      before: inWords(before),
      after: inWords(after),
    });
    await publishActivityOfAll(work);
    return after;
  });

export const deleteHoliday = (ctx: SignedCtx, day: string): Promise<void> =>
  transact(ctx, async (work) => {
    const before = await lockHoliday(work.trx, day);
    if (!before) throw new AppError('NOT_FOUND');
    await deleteHolidayRow(work.trx, day);
    await work.audit({
      action: 'ETIQUETA',
      subaction: 'ACTUALIZAR',
      object: { type: 'holiday', id: day },
      before: inWords(before),
    });
    await publishActivityOfAll(work);
  });

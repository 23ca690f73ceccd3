import { callingRules } from '@campanero/contract/calling-rules/endpoints';
import {
  type Holiday,
  holidayBody,
  type HolidayBody,
  type HolidayPatch,
} from '@campanero/contract/calling-rules/schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import { Button } from '@mui/material';
import { z } from 'zod';
import { DateField } from '../../components/fields/date-field.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { RecordDialog } from '../../components/form/form-panel.tsx';
import { call } from '../../lib/api.ts';
import { errorText } from '../../lib/errors.ts';
import { fetchFresh, useChange, useEndpointMutation } from '../../lib/changes.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { notify } from '../../lib/snackbar.ts';
import { callingDefaultQuery, rulesSaved } from './api.ts';

const FAILED = 'No fue posible guardar el feriado, inténtelo de nuevo o contacte con el soporte.';
const DELETE_FAILED = 'No fue posible quitar el feriado, inténtelo de nuevo o contacte con el soporte.';
const LABELS = { day: 'Fecha', name: 'Nombre' };

const typedHoliday: z.ZodType<HolidayBody> = z.object({ day: z.string(), name: z.string() });
const inWords = (field: string, value: unknown) =>
  field === 'day' && value ? formatDay(value as string) : (value as string);

/** Quitar is here and not in the list, to avoid accidental clicks. */
export function HolidayDialog({ holiday, onClose }: { holiday: Holiday | undefined; onClose: () => void }) {
  const save = useChange(
    (body: HolidayPatch): Promise<unknown> =>
      holiday
        ? call(callingRules.updateHoliday, { params: { day: holiday.day }, body })
        : call(callingRules.createHoliday, { body }),
    rulesSaved,
  );
  const { form, status } = useRecordForm({
    name: `holiday:${holiday?.day ?? 'new'}`,
    schema: typedHoliday,
    rules: holidayBody,
    record: holiday,
    valuesOf: (record) => ({ day: record?.day ?? '', name: record?.name ?? '' }),
    reload: async () =>
      holiday && (await fetchFresh(callingDefaultQuery())).holidays.find(({ day }) => day === holiday.day),
    send: async ({ values, version }) => {
      const { day, name } = holidayBody.parse(values);
      await save.mutateAsync({ day, name, version });
      notify.success(`${name} figura como feriado el ${formatDay(day)}.`);
    },
    failed: FAILED,
    onSaved: onClose,
  });
  const remove = useEndpointMutation(callingRules.deleteHoliday, {
    ...rulesSaved,
    onSuccess: () => {
      notify.info(`${holiday!.name} ya no figura entre los feriados.`);
      onClose();
    },
  });
  return (
    <RecordDialog
      title={holiday ? 'Editar feriado' : 'Agregar feriado'}
      width={480}
      status={status}
      isBusy={remove.isPending}
      otherRefusal={remove.error ? errorText(remove.error, DELETE_FAILED) : undefined}
      unchanged={holiday ? undefined : 'Complete la fecha y el nombre.'}
      invalid="Complete la fecha y el nombre."
      labels={LABELS}
      inWords={inWords}
      onClose={onClose}
      other={
        holiday && (
          <Button
            color="error"
            variant="text"
            disabled={remove.isPending || status.isPending}
            onClick={() => remove.mutate({ params: { day: holiday.day } })}
            sx={{ marginInlineEnd: 'auto' }}
          >
            Quitar
          </Button>
        )
      }
    >
      <Bound form={form} name="day">
        {({ value, onChange, error }) => (
          <DateField label="Fecha" size="medium" value={value} error={error} onChange={onChange} />
        )}
      </Bound>
      <TextInput form={form} name="name" label="Nombre" />
    </RecordDialog>
  );
}

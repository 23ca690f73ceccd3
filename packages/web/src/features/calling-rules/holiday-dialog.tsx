import { type Holiday, type HolidayBody, holidayBody } from '@campanero/contract/calling-rules/schemas';
import { dayBounds, formatDate } from '@campanero/contract/shared/dates';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { DateField } from '../../components/fields/date-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { useDeleteHoliday, useSaveHoliday } from './api.ts';

const FAILED = 'No fue posible guardar el feriado, inténtelo de nuevo o contacte con el soporte.';
const DELETE_FAILED = 'No fue posible quitar el feriado, inténtelo de nuevo o contacte con el soporte.';

interface HolidayDialogProps {
  /** Undefined for a new one. */
  holiday: Holiday | undefined;
  onClose: () => void;
}

/** A day and its name. Quitar stands here and not in the list: nothing is removed by one careless press. */
export function HolidayDialog({ holiday, onClose }: HolidayDialogProps) {
  const [values, setValues] = useState<HolidayBody>({ day: holiday?.day ?? '', name: holiday?.name ?? '' });
  const [isTried, setTried] = useState(false);
  const save = useSaveHoliday(holiday?.day);
  const remove = useDeleteHoliday();
  const isPending = save.isPending || remove.isPending;
  const asked = holidayBody.safeParse(values);
  const faultOf = (name: keyof HolidayBody) =>
    (isTried ? asked.error?.issues.find(({ path }) => path[0] === name)?.message : undefined) ??
    (save.error instanceof ApiError ? save.error.fields[name] : undefined);
  const change = (parts: Partial<HolidayBody>) => {
    save.reset();
    setValues({ ...values, ...parts });
  };
  const submit = () => {
    if (isPending) return;
    if (!asked.success) return setTried(true);
    save.mutate(asked.data, {
      onSuccess: () => {
        const { day, name } = asked.data;
        notify.success(`${name} figura como feriado el ${formatDate(dayBounds(day).from)}.`);
        onClose();
      },
    });
  };
  const takeAway = ({ day, name }: Holiday) =>
    remove.mutate(day, {
      onSuccess: () => {
        notify.info(`${name} ya no figura entre los feriados.`);
        onClose();
      },
    });
  const isTold = save.error instanceof ApiError && Object.keys(save.error.fields).length > 0;
  const refusal = remove.error
    ? errorText(remove.error, DELETE_FAILED)
    : save.error && !isTold
      ? errorText(save.error, FAILED)
      : undefined;
  return (
    <FormDialog
      title={holiday ? 'Editar feriado' : 'Agregar feriado'}
      width={480}
      isPending={isPending}
      error={refusal}
      onSubmit={submit}
      onClose={onClose}
      other={
        holiday && (
          <Button
            color="error"
            variant="text"
            disabled={isPending}
            onClick={() => takeAway(holiday)}
            sx={{ marginInlineEnd: 'auto' }}
          >
            Quitar
          </Button>
        )
      }
      submit={
        <SubmitButton
          ready={asked.success}
          reason="Complete la fecha y el nombre."
          pending={save.isPending}
          pendingText="Guardando…"
          onRefused={() => setTried(true)}
        >
          Guardar
        </SubmitButton>
      }
    >
      <DateField
        label="Fecha"
        size="medium"
        value={values.day}
        error={faultOf('day')}
        onChange={(day) => change({ day })}
      />
      <Field label="Nombre" error={faultOf('name')}>
        {(wiring) => (
          <OutlinedInput
            {...wireInput(wiring)}
            fullWidth
            autoComplete="off"
            value={values.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}

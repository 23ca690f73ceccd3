import { callingRules } from '@campanero/contract/calling-rules/endpoints';
import {
  type Holiday,
  type HolidayBody,
  holidayBody,
  type HolidayPatch,
} from '@campanero/contract/calling-rules/schemas';
import { dayBounds, formatDate } from '@campanero/contract/shared/dates';
import { Button, OutlinedInput } from '@mui/material';
import { useState } from 'react';
import { z } from 'zod';
import { DateField } from '../../components/fields/date-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { CHOOSE_FIRST, ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { call } from '../../lib/api.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { fetchFresh, useChange, useEndpointMutation } from '../../lib/changes.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { callingDefaultQuery, rulesSaved } from './api.ts';

const FAILED = 'No fue posible guardar el feriado, inténtelo de nuevo o contacte con el soporte.';
const DELETE_FAILED = 'No fue posible quitar el feriado, inténtelo de nuevo o contacte con el soporte.';

const typedHoliday = z.object({ day: z.string(), name: z.string() });
const NEW = { day: '', name: '', version: 0 };
const valuesOf = ({ day, name }: HolidayBody) => ({ day, name });
const LABELS = { day: 'Fecha', name: 'Nombre' };
const inWords = (field: string, value: unknown) =>
  field === 'day' && value ? formatDate(dayBounds(value as string).from) : (value as string);

interface HolidayDialogProps {
  /** Undefined for a new one. */
  holiday: Holiday | undefined;
  onClose: () => void;
}

/** A day and its name. Quitar is here and not in the list, so that one careless press removes nothing. */
export function HolidayDialog({ holiday, onClose }: HolidayDialogProps) {
  const draft = useRecordDraft({
    name: `holiday:${holiday?.day ?? 'new'}`,
    schema: typedHoliday,
    record: holiday ?? NEW,
    valuesOf,
    reload: async () =>
      holiday && (await fetchFresh(callingDefaultQuery())).holidays.find(({ day }) => day === holiday.day),
  });
  const { values } = draft;
  const [isTried, setTried] = useState(false);
  const save = useChange(
    (body: HolidayPatch): Promise<unknown> =>
      holiday
        ? call(callingRules.updateHoliday, { params: { day: holiday.day }, body })
        : call(callingRules.createHoliday, { body }),
    rulesSaved,
  );
  const remove = useEndpointMutation(callingRules.deleteHoliday, rulesSaved);
  const isPending = save.isPending || remove.isPending;
  const asked = holidayBody.safeParse(values);
  const faultOf = (name: keyof HolidayBody) =>
    (isTried ? asked.error?.issues.find(({ path }) => path[0] === name)?.message : undefined) ??
    (save.error instanceof ApiError ? save.error.fields[name] : undefined);
  const change = (parts: Partial<HolidayBody>) => {
    save.reset();
    draft.change(parts);
  };
  const submit = async () => {
    if (isPending || draft.isUndecided) return;
    if (!asked.success) return setTried(true);
    const { day, name } = asked.data;
    const isSaved = await draft
      .save(({ values: typed, version }) => save.mutateAsync({ ...holidayBody.parse(typed), version }))
      // Said in the dialog.
      .catch(() => false);
    if (!isSaved) return;
    notify.success(`${name} figura como feriado el ${formatDate(dayBounds(day).from)}.`);
    onClose();
  };
  const takeAway = ({ day, name }: Holiday) =>
    remove.mutate(
      { params: { day } },
      {
        onSuccess: () => {
          notify.info(`${name} ya no figura entre los feriados.`);
          onClose();
        },
      },
    );
  const isTold = save.error instanceof ApiError && Object.keys(save.error.fields).length > 0;
  const refusal = remove.error
    ? errorText(remove.error, DELETE_FAILED)
    : save.error && !isTold && draft.conflicts.length === 0
      ? errorText(save.error, FAILED)
      : undefined;
  return (
    <FormDialog
      title={holiday ? 'Editar feriado' : 'Agregar feriado'}
      width={480}
      isPending={isPending}
      error={refusal}
      onSubmit={() => void submit()}
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
          ready={asked.success && !draft.isUndecided}
          reason={draft.isUndecided ? CHOOSE_FIRST : 'Complete la fecha y el nombre.'}
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
      <ConflictChoices conflicts={draft.conflicts} labels={LABELS} inWords={inWords} onChoose={draft.choose} />
    </FormDialog>
  );
}

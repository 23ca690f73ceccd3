import { callingRules } from '@campanero/contract/calling-rules/endpoints';
import { type Holiday, HOLIDAY_KINDS, holidayBody, type HolidayPatch } from '@campanero/contract/calling-rules/schemas';
import { formatDay, productDay } from '@campanero/contract/shared/dates';
import { Box, Button, Paper, styled, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { z } from 'zod';
import { ActionButton } from '../../components/action-button.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { RecordDialog } from '../../components/form/form-panel.tsx';
import { IconAction } from '../../components/icon-action.tsx';
import { IconPencil, IconPlus } from '../../components/icons.ts';
import { Hint, Inline, Muted, PlainList } from '../../components/layout.tsx';
import { call } from '../../lib/api.ts';
import { fetchFresh, useChange, useEndpointMutation } from '../../lib/changes.ts';
import { useNow } from '../../lib/clock.ts';
import { errorText } from '../../lib/errors.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { notify } from '../../lib/snackbar.ts';
import { weekdayName } from '../../lib/text/when.ts';
import { callingDefaultQuery, rulesSaved } from './api.ts';

const List = styled(PlainList)(({ theme: { palette, typography } }) => ({
  ...typography.body2,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '5.75rem minmax(0, 1fr) auto',
    columnGap: 12,
    alignItems: 'center',
    minHeight: '3rem',
    paddingBlock: '0.375rem',
    paddingInline: '1.5rem 0.75rem',
    borderTop: `1px solid ${palette.divider}`,
  },
  '& > [data-past]': { color: palette.text.disabled },
}));

const NEXT_SHOWN = 6;

export function HolidaysCard({ holidays }: { holidays: readonly Holiday[] }) {
  const titleId = useId();
  const today = productDay(useNow());
  const [isWhole, setWhole] = useState(false);
  /** Undefined: no dialog; null: a new one. */
  const [edited, setEdited] = useState<Holiday | null>();
  const next = holidays.filter(({ day }) => day >= today).slice(0, NEXT_SHOWN);
  const shown = isWhole ? holidays : next;
  return (
    <Paper component="section" aria-labelledby={titleId}>
      <Inline sx={{ px: { xs: 4, sm: 6 }, py: 4 }}>
        <Typography variant="h2" id={titleId}>
          Feriados
        </Typography>
        <ActionButton
          size="small"
          icon={IconPlus}
          stroke={2}
          onClick={() => setEdited(null)}
          sx={{ marginInlineStart: 'auto' }}
        >
          Agregar feriado
        </ActionButton>
        <Muted sx={{ flexBasis: '100%' }}>
          Cierran las campañas cuyas reglas dicen «No llamar en feriados». Los días con fines turísticos de cada año se
          agregan cuando se publican.
        </Muted>
      </Inline>
      <List aria-labelledby={titleId}>
        {shown.map((holiday) => (
          <HolidayRow
            key={holiday.day}
            holiday={holiday}
            isPast={holiday.day < today}
            onEdit={() => setEdited(holiday)}
          />
        ))}
      </List>
      {shown.length === 0 && (
        <Typography color="textSecondary" sx={{ px: { xs: 4, sm: 6 }, pb: 4 }}>
          No hay feriados por venir.
        </Typography>
      )}
      {next.length < holidays.length && (
        <Box sx={{ px: 3, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Button size="small" variant="text" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Ver solo los próximos' : `Ver los ${holidays.length} feriados`}
          </Button>
        </Box>
      )}
      {edited !== undefined && (
        <HolidayDialog
          holiday={edited ?? undefined}
          onAdded={() => setWhole(true)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Paper>
  );
}

type HolidayRowProps = { holiday: Holiday; isPast: boolean; onEdit: () => void };

const HolidayRow = ({ holiday: { day, name, kind }, isPast, onEdit }: HolidayRowProps) => (
  <li data-past={isPast ? '' : undefined}>
    <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
      <bdi>{formatDay(day)}</bdi>
      <Hint>{weekdayName(day)}</Hint>
    </Box>
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {name}
      <Hint>{HOLIDAY_KINDS[kind]}</Hint>
    </Box>
    <IconAction
      size="small"
      label={`Editar ${name}, ${formatDay(day)}`}
      onClick={onEdit}
      tooltip="Editar"
      icon={IconPencil}
    />
  </li>
);

const FAILED = 'No fue posible guardar el feriado, inténtelo de nuevo o contacte con el soporte.';
const DELETE_FAILED = 'No fue posible quitar el feriado, inténtelo de nuevo o contacte con el soporte.';
const LABELS = { day: 'Fecha', name: 'Nombre' };

const typedHoliday = z.object({ day: z.string(), name: z.string() });
const inWords = (field: string, value: unknown) =>
  field === 'day' && value ? formatDay(value as string) : (value as string);

type HolidayDialogProps = { holiday: Holiday | undefined; onAdded: () => void; onClose: () => void };

/** Quitar is here and not in the list, to avoid accidental clicks. */
function HolidayDialog({ holiday, onAdded, onClose }: HolidayDialogProps) {
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
    onSaved: () => {
      if (!holiday) onAdded();
      onClose();
    },
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
        {(field) => <DateField {...field} label="Fecha" size="medium" />}
      </Bound>
      <TextInput form={form} name="name" label="Nombre" />
    </RecordDialog>
  );
}

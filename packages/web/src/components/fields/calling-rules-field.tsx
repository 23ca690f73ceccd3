import {
  type CallingRules,
  callingRuleSet,
  type OpenSpan,
  SPANS_A_DAY_MAX,
} from '@campanero/contract/calling-rules/schemas';
import { WEEKDAYS } from '@campanero/contract/calling-rules/words';
import { Box, Button, Checkbox, FormControlLabel, FormHelperText, FormLabel, OutlinedInput } from '@mui/material';
import { Fragment, useId } from 'react';
import { capitalised } from '../../lib/text/when.ts';
import { IconAction } from '../icon-action.tsx';
import { IconAlertTriangle, IconPlus, IconX } from '../icons.ts';
import { Inline, Line, Muted, Stacked } from '../layout.tsx';
import { FIELD_GAP } from './field.tsx';
import { SwitchRow } from './switch-row.tsx';
import { LabelledInput } from './text-input.tsx';

type Week = NonNullable<CallingRules['week']>;
type Numbers = 'attemptsPerDay' | 'attemptsInAll' | 'pauseMinutes';

const USUAL_DAY: OpenSpan = { from: '09:00', to: '20:00' };
const MONDAY = 1;
const WORKDAYS = [1, 2, 3, 4, 5];
const ORDER = [1, 2, 3, 4, 5, 6, 0];
const usualWeek = (): Week => Array.from({ length: 7 }, (_, day) => (WORKDAYS.includes(day) ? [{ ...USUAL_DAY }] : []));

/** The first message per place: `week.1`, `attemptsPerDay`. */
function faultsOf(value: CallingRules): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const { path, message } of callingRuleSet.safeParse(value).error?.issues ?? []) {
    const place = path.slice(0, 2).join('.');
    if (!faults.has(place)) faults.set(place, message);
  }
  return faults;
}

interface CallingRulesFieldProps {
  value: CallingRules;
  holidaysHint: string;
  onChange: (value: CallingRules) => void;
}

/** Hours, holidays, attempts and pause; of the system or of a campaign. */
export function CallingRulesField({ value, holidaysHint, onChange }: CallingRulesFieldProps) {
  const faults = faultsOf(value);
  const change = (parts: Partial<CallingRules>) => onChange({ ...value, ...parts });
  const number = (name: Numbers, label: string, help: string) => (
    <LabelledInput
      label={label}
      help={help}
      error={faults.get(name)}
      inputMode="numeric"
      value={Number.isNaN(value[name]) ? '' : (value[name] ?? '')}
      onChange={({ target }) => {
        const digits = target.value.replaceAll(/\D/g, '').slice(0, 6);
        change({ [name]: digits === '' ? null : Number(digits) });
      }}
    />
  );
  return (
    <Stacked gap={FIELD_GAP}>
      <SwitchRow
        label="Limitar el horario"
        hint="Sin límite se puede llamar a cualquier hora. Las horas son las de Argentina (UTC-3)."
        value={value.week !== null}
        onChange={(isOn) => change({ week: isOn ? usualWeek() : null })}
      />
      {value.week && <WeekFields week={value.week} faults={faults} onChange={(week) => change({ week })} />}
      <SwitchRow
        label="No llamar en feriados"
        hint={holidaysHint}
        value={value.closesOnHolidays}
        onChange={(closesOnHolidays) => change({ closesOnHolidays })}
      />
      <Box
        sx={{
          display: 'grid',
          columnGap: 4,
          rowGap: FIELD_GAP,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {number('attemptsPerDay', 'Intentos por día', 'Por número. Vacío: hasta 3 a quien no atendió.')}
        {number('attemptsInAll', 'Intentos en total', 'Por número. Vacío: sin tope.')}
        {number('pauseMinutes', 'Pausa entre intentos', 'En minutos. Vacío: 60.')}
      </Box>
    </Stacked>
  );
}

interface WeekFieldsProps {
  week: Week;
  faults: ReadonlyMap<string, string>;
  onChange: (week: Week) => void;
}

function WeekFields({ week, faults, onChange }: WeekFieldsProps) {
  const id = useId();
  const put = (day: number, spans: OpenSpan[]) => onChange(week.map((old, n) => (n === day ? spans : old)));
  const repeatMonday = () => onChange(week.map((old, n) => (WORKDAYS.includes(n) ? week[MONDAY]! : old)));
  const isSame = WORKDAYS.every((day) => JSON.stringify(week[day]) === JSON.stringify(week[MONDAY]));
  return (
    <Box role="group" aria-labelledby={`${id}-label`}>
      <Inline sx={{ alignItems: 'baseline', mb: 1 }}>
        <FormLabel id={`${id}-label`} component="div">
          Horario de cada día
        </FormLabel>
        <Button
          size="small"
          variant="text"
          disabled={isSame}
          onClick={repeatMonday}
          sx={{ marginInlineStart: 'auto', visibility: isSame ? 'hidden' : undefined }}
        >
          Repetir el lunes hasta el viernes
        </Button>
      </Inline>
      <div>
        {ORDER.map((day) => (
          <DayRow
            key={day}
            day={WEEKDAYS[day]!}
            spans={week[day]!}
            fault={faults.get(`week.${day}`)}
            onChange={(spans) => put(day, spans)}
          />
        ))}
      </div>
      <Fault id={`${id}-fault`}>{faults.get('week')}</Fault>
    </Box>
  );
}

function Fault({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <FormHelperText id={id} role="alert" error component="div" sx={{ display: 'flex', gap: 1.25 }}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
      {children}
    </FormHelperText>
  );
}

interface DayRowProps {
  day: string;
  spans: readonly OpenSpan[];
  fault: string | undefined;
  onChange: (spans: OpenSpan[]) => void;
}

function DayRow({ day, spans, fault, onChange }: DayRowProps) {
  const id = useId();
  const put = (place: number, span: OpenSpan) => onChange(spans.map((old, n) => (n === place ? span : old)));
  return (
    <Box
      role="group"
      aria-label={capitalised(day)}
      sx={{
        display: 'grid',
        columnGap: 3,
        rowGap: 1,
        py: 1.5,
        alignItems: 'start',
        borderTop: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '9rem minmax(0, 1fr)' },
      }}
    >
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={spans.length > 0}
            onChange={(_event, isOpen) => onChange(isOpen ? [{ ...USUAL_DAY }] : [])}
          />
        }
        label={capitalised(day)}
        sx={{ minHeight: '2.25rem', m: 0, marginInlineStart: -1.5 }}
      />
      <Stacked gap={1}>
        {spans.length === 0 && (
          <Box sx={{ typography: 'body2', color: 'text.disabled', lineHeight: '2.25rem' }}>No se llama</Box>
        )}
        {spans.map((span, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- spans have no name but their place
          <Line key={place} gap={1.5}>
            {(['from', 'to'] as const).map((end) => (
              <Fragment key={end}>
                {end === 'to' && <Muted component="span">a</Muted>}
                <TimeInput
                  label={`${capitalised(day)}, ${end === 'from' ? 'desde' : 'hasta'}`}
                  value={span[end]}
                  invalid={fault !== undefined}
                  describedBy={fault && `${id}-fault`}
                  onChange={(time) => put(place, { ...span, [end]: time })}
                />
              </Fragment>
            ))}
            {place > 0 && (
              <IconAction
                size="small"
                tooltip="Quitar franja"
                label={`Quitar la franja ${place + 1} del ${day}`}
                icon={IconX}
                onClick={() => onChange(spans.filter((_, n) => n !== place))}
              />
            )}
            {place === spans.length - 1 && spans.length < SPANS_A_DAY_MAX && (
              <IconAction
                size="small"
                tooltip="Agregar franja"
                label={`Agregar una franja al ${day}`}
                icon={IconPlus}
                onClick={() => onChange([...spans, nextSpan(span)])}
              />
            )}
          </Line>
        ))}
        <Fault id={`${id}-fault`}>{fault}</Fault>
      </Stacked>
    </Box>
  );
}

/** Starts an hour later, at most two hours long. */
function nextSpan({ to }: OpenSpan): OpenSpan {
  const hour = (n: number) => `${String(Math.min(24, n)).padStart(2, '0')}:00`;
  const from = Math.min(23, Number(to.slice(0, 2)) + 1);
  return { from: hour(from), to: hour(from + 2) };
}

interface TimeInputProps {
  label: string;
  value: string;
  invalid: boolean;
  describedBy: string | undefined;
  onChange: (time: string) => void;
}

/** "9" and "930" are completed on blur. */
function fullTime(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  if (digits.length === 0 || digits.length > 4) return typed;
  const hours = digits.length < 3 ? digits : digits.slice(0, -2);
  const minutes = digits.length < 3 ? '00' : digits.slice(-2);
  return `${hours.padStart(2, '0')}:${minutes}`;
}

/** Not the browser's time input: that one may show AM/PM and knows no 24:00. */
const TimeInput = ({ label, value, invalid, describedBy, onChange }: TimeInputProps) => (
  <OutlinedInput
    size="small"
    value={value}
    error={invalid}
    onChange={({ target }) => onChange(target.value)}
    onBlur={() => fullTime(value) !== value && onChange(fullTime(value))}
    inputProps={{
      'aria-label': label,
      'aria-describedby': describedBy,
      inputMode: 'numeric',
      maxLength: 5,
      autoComplete: 'off',
    }}
    sx={{ width: '4.75rem', fontVariantNumeric: 'tabular-nums' }}
  />
);

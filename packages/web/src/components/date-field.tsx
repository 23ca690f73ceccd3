import { alpha, styled } from '@mui/material/styles';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { useState } from 'react';
import { Field } from './field.tsx';
import { IconCalendar } from './icons.ts';

interface DateFieldProps {
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
  help?: string;
  error?: string | undefined;
}

/** Something is typed and it is no date: no rule of a schema takes this for a day. */
const UNFINISHED = 'incompleta';

const two = (value: number) => String(value).padStart(2, '0');
/** The calendar's own day: it was picked as a day, so no zone may move it. */
function dayOf(date: Date | null): string {
  if (date === null) return '';
  if (Number.isNaN(date.getTime())) return UNFINISHED;
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
function dateOf(day: string): Date | null {
  const [year, month, date] = day.split('-').map(Number);
  return year && month && date ? new Date(year, month - 1, date) : null;
}

/** The picker's own input beside ours: same height, line and halo, and a placeholder that can be read (UX-17). */
const Frame = styled('div')(({ theme }) => ({
  '& .MuiPickersOutlinedInput-root': {
    minHeight: '2.25rem',
    paddingInlineStart: 10,
    background: theme.palette.background.paper,
  },
  '& .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: theme.palette.line.strong,
    top: 0,
    '& legend': { display: 'none' },
  },
  '& .MuiPickersOutlinedInput-root:hover .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: theme.palette.text.secondary,
  },
  '& .MuiPickersOutlinedInput-root.Mui-focused .MuiPickersOutlinedInput-notchedOutline': {
    borderWidth: 1,
    borderColor: theme.palette.primary.main,
    boxShadow: `0 0 0 3px ${alpha(theme.palette.primary.main, 0.22)}`,
  },
  '& .MuiPickersOutlinedInput-root.Mui-error .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: theme.palette.error.main,
  },
  '& .MuiPickersInputBase-sectionsContainer': {
    paddingBlock: 8,
    fontSize: '0.84375rem',
    letterSpacing: 'normal',
    opacity: 1,
  },
  '&[data-empty] .MuiPickersInputBase-sectionsContainer': { color: theme.palette.text.disabled },
}));

const CalendarIcon = () => <IconCalendar size={18} stroke={1.75} aria-hidden />;

/** A day as dd/MM/yyyy, typed or picked. Heavy: only for lazily loaded dialogs, under a DateLocale. */
export function DateField({ label, value, onChange, help, error }: DateFieldProps) {
  const [date, setDate] = useState(() => dateOf(value));
  // The value was changed from outside (Limpiar todo): what stands in the field follows it.
  if (dayOf(date) !== value) setDate(dateOf(value));
  return (
    <Field label={label} help={help} error={error}>
      {({ id, labelId, invalid, describedBy }) => (
        <Frame data-empty={date === null ? '' : undefined}>
          <DatePicker
            value={date}
            onChange={(next) => {
              setDate(next);
              onChange(dayOf(next));
            }}
            format="dd/MM/yyyy"
            slots={{ openPickerIcon: CalendarIcon }}
            slotProps={{
              actionBar: { actions: ['clear', 'today'] },
              popper: { 'aria-label': label },
              dialog: { 'aria-label': label },
              textField: {
                id,
                fullWidth: true,
                size: 'small',
                error: invalid,
                slotProps: { input: { 'aria-labelledby': labelId, 'aria-describedby': describedBy } },
              },
            }}
          />
        </Frame>
      )}
    </Field>
  );
}

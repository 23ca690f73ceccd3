import { DateField, type DateFieldProps } from '@mui/x-date-pickers/DateField';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { type FocusEvent, useState } from 'react';
import type { FieldWiring } from './field.tsx';
import { DateLocale, LeftToRight, PICKER_ICONS, PickerFrame, pickerLook } from './picker.tsx';

interface DateInputProps {
  wiring: FieldWiring;
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
  size: 'small' | 'medium';
}

const SLOTS = {
  ...PICKER_ICONS,
  field: (props: DateFieldProps) => (
    <LeftToRight>
      <DateField {...props} />
    </LeftToRight>
  ),
};

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

/** The calendar behind DateField; loaded by it alone. */
export function DateInput({ wiring, label, value, onChange, size }: DateInputProps) {
  const [shown, setShown] = useState({ day: value, date: dateOf(value), resets: 0 });
  // The value was changed from outside (Limpiar todo): a new field takes the place of whatever was typed.
  if (shown.day !== value) setShown({ day: value, date: dateOf(value), resets: shown.resets + 1 });

  const tell = (day: string, date: Date | null) => {
    setShown({ ...shown, day, date });
    onChange(day);
  };
  // The picker keeps a date that is only begun to itself; without this it would look filled in and not be sent.
  const handleLeave = (event: FocusEvent<HTMLDivElement>) => {
    if (shown.date !== null || event.currentTarget.contains(event.relatedTarget)) return;
    const isBegun = event.currentTarget.querySelector('input')?.value !== '';
    const day = isBegun ? UNFINISHED : '';
    if (day !== shown.day) tell(day, null);
  };
  return (
    <DateLocale>
      <PickerFrame
        data-empty={shown.date === null ? '' : undefined}
        data-tall={size === 'medium' ? '' : undefined}
        onBlur={handleLeave}
      >
        <DatePicker
          key={shown.resets}
          value={shown.date}
          onChange={(date) => tell(dayOf(date), date)}
          format="dd/MM/yyyy"
          slots={SLOTS}
          slotProps={{
            actionBar: { actions: ['clear', 'today'] },
            ...pickerLook(label),
            textField: {
              id: wiring.id,
              fullWidth: true,
              size,
              error: wiring.invalid,
              slotProps: { input: { 'aria-labelledby': wiring.labelId, 'aria-describedby': wiring.describedBy } },
            },
          }}
        />
      </PickerFrame>
    </DateLocale>
  );
}

import { DateField } from '@mui/x-date-pickers/DateField';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import type { FieldWiring } from './field.tsx';
import { PickerFrame, pickerInput, pickerLook, pickerSlots, UNFINISHED, usePicked } from './picker.tsx';

interface DateInputProps {
  wiring: FieldWiring;
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
  size: 'small' | 'medium';
}

const SLOTS = pickerSlots(DateField);

const two = (value: number) => String(value).padStart(2, '0');
/** A day without time zone. */
function textOf(date: Date | null): string {
  if (date === null) return '';
  if (Number.isNaN(date.getTime())) return UNFINISHED;
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
function dateOf(day: string): Date | null {
  const [year, month, date] = day.split('-').map(Number);
  return year && month && date ? new Date(year, month - 1, date) : null;
}

export function DateInput({ wiring, label, value, onChange, size }: DateInputProps) {
  const { key, date, pick, leave } = usePicked({ value, onChange, dateOf, textOf });
  return (
    <PickerFrame
      isEmpty={date === null}
      isTall={size === 'medium'}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && leave(currentTarget)}
    >
      <DatePicker
        key={key}
        value={date}
        onChange={pick}
        format="dd/MM/yyyy"
        slots={SLOTS}
        slotProps={{
          actionBar: { actions: ['clear', 'today'] },
          ...pickerLook(label),
          textField: { ...pickerInput(wiring), size },
        }}
      />
    </PickerFrame>
  );
}

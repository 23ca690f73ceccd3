import { DateTimeField } from '@mui/x-date-pickers/DateTimeField';
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { type FocusEvent, useRef, useState } from 'react';
import { now } from '../../lib/clock.ts';
import type { FieldWiring } from './field.tsx';
import {
  OFFSET_MS,
  PickerFrame,
  pickerInput,
  pickerLook,
  pickerSlots,
  UNFINISHED,
  usePicked,
  zonedDate,
} from './picker.tsx';

export interface DateTimeInputProps {
  wiring: FieldWiring;
  label: string;
  /** An ISO instant, or empty; anything else is an unfinished date. */
  value: string;
  onChange: (instant: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  clearable?: boolean;
  size?: 'small';
  /** Of a day picked from the calendar while there is no time. Default: 0. */
  usualHour?: number;
}

const SLOTS = pickerSlots(DateTimeField);

function dateOf(instant: string): Date | null {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? null : zonedDate(at);
}

function textOf(date: Date | null): string {
  if (date === null) return '';
  if (Number.isNaN(date.getTime()) || date.getFullYear() < 1900) return UNFINISHED;
  const wall = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes());
  return new Date(wall - OFFSET_MS).toISOString();
}

export function DateTimeInput(props: DateTimeInputProps) {
  const { wiring, label, value, onChange, onBlur, disabled, clearable, size, usualHour = 0 } = props;
  const [reference] = useState(() => zonedDate(now()).setHours(usualHour, 0, 0, 0));
  const { key, date, pick, leave } = usePicked({ value, onChange, dateOf, textOf });
  // Moving between the field and its calendar is not a blur.
  const isOpen = useRef(false);
  const handleClose = () => {
    isOpen.current = false;
    onBlur?.();
  };
  const handleLeave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    if (isOpen.current || currentTarget.contains(relatedTarget)) return;
    leave(currentTarget);
    onBlur?.();
  };
  return (
    <PickerFrame isEmpty={date === null} isTall={size !== 'small'} onBlur={handleLeave}>
      <DateTimePicker
        key={key}
        value={date}
        referenceDate={new Date(reference)}
        onChange={pick}
        onOpen={() => void (isOpen.current = true)}
        onClose={handleClose}
        disabled={disabled}
        format="dd/MM/yyyy HH:mm"
        ampm={false}
        // Steps of the list only; any minute may be typed.
        timeSteps={{ minutes: 5 }}
        slots={SLOTS}
        slotProps={{
          ...pickerLook(label),
          field: { clearable },
          tabs: { dateIcon: <span>Fecha</span>, timeIcon: <span>Hora</span> },
          textField: pickerInput(wiring),
        }}
      />
    </PickerFrame>
  );
}

import { DateTimeField, type DateTimeFieldProps } from '@mui/x-date-pickers/DateTimeField';
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { type FocusEvent, useRef, useState } from 'react';
import type { FieldWiring } from './field.tsx';
import { DateLocale, LeftToRight, OFFSET_MS, PICKER_ICONS, PickerFrame, pickerLook, zonedDate } from './picker.tsx';

interface DateTimeInputProps {
  wiring: FieldWiring;
  label: string;
  /** An ISO instant, or empty. */
  value: string;
  onChange: (instant: string) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean;
  /** Offers to empty it at one press. */
  clearable?: boolean;
  /** As low as the buttons beside it. */
  size?: 'small';
}

const SLOTS = {
  ...PICKER_ICONS,
  field: (props: DateTimeFieldProps) => (
    <LeftToRight>
      <DateTimeField {...props} />
    </LeftToRight>
  ),
};

/** Something is typed and it is no date: no rule of a schema takes this for an instant. */
const UNFINISHED = 'incompleta';

function shownDate(instant: string): Date | null {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? null : zonedDate(at);
}

function instantOf(date: Date | null): string {
  if (date === null) return '';
  if (Number.isNaN(date.getTime()) || date.getFullYear() < 1900) return UNFINISHED;
  const wall = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes());
  return new Date(wall - OFFSET_MS).toISOString();
}

/** The picker itself, apart from its field because it is heavy. */
export function DateTimeInput(props: DateTimeInputProps) {
  const { wiring, label, value, onChange, onBlur, disabled = false, clearable = false, size } = props;
  const [shown, setShown] = useState({ instant: value, date: shownDate(value), resets: 0 });
  // Changed from outside (a reload of the form): a new field takes the place of whatever was typed.
  if (shown.instant !== value) setShown({ instant: value, date: shownDate(value), resets: shown.resets + 1 });

  const tell = (instant: string, date: Date | null) => {
    setShown({ ...shown, instant, date });
    onChange(instant);
  };
  // Going from the field to its own calendar leaves neither: nothing is judged before one is done with both.
  const isOpen = useRef(false);
  const handleClose = () => {
    isOpen.current = false;
    onBlur?.();
  };
  // The picker keeps a date that is only begun to itself; without this it would look filled in and not be sent.
  const handleLeave = (event: FocusEvent<HTMLDivElement>) => {
    if (isOpen.current || event.currentTarget.contains(event.relatedTarget)) return;
    if (shown.date === null) {
      const isBegun = event.currentTarget.querySelector('input')?.value !== '';
      const instant = isBegun ? UNFINISHED : '';
      if (instant !== shown.instant) tell(instant, null);
    }
    onBlur?.();
  };
  return (
    <DateLocale>
      <PickerFrame
        data-tall={size === 'small' ? undefined : ''}
        data-empty={shown.date === null ? '' : undefined}
        onBlur={handleLeave}
      >
        <DateTimePicker
          key={shown.resets}
          value={shown.date}
          onChange={(date) => tell(instantOf(date), date)}
          onOpen={() => void (isOpen.current = true)}
          onClose={handleClose}
          disabled={disabled}
          format="dd/MM/yyyy HH:mm"
          ampm={false}
          // Only the clock's list goes in steps; any minute may be typed.
          timeSteps={{ minutes: 5 }}
          slots={SLOTS}
          slotProps={{
            ...pickerLook(label),
            field: { clearable },
            tabs: { dateIcon: <span>Fecha</span>, timeIcon: <span>Hora</span> },
            textField: {
              id: wiring.id,
              fullWidth: true,
              error: wiring.invalid,
              slotProps: { input: { 'aria-labelledby': wiring.labelId, 'aria-describedby': wiring.describedBy } },
            },
          }}
        />
      </PickerFrame>
    </DateLocale>
  );
}

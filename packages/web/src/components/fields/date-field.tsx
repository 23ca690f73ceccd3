import { Skeleton } from '@mui/material';
import { type FocusEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { later } from '../later.tsx';
import type { DateTimeInputProps } from './date-time-input.tsx';
import { Field, type LabelProps } from './field.tsx';

interface DateFieldProps extends LabelProps {
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
  size?: 'small' | 'medium';
}

/** The pickers are large: the form is drawn before them. */
const place = <Skeleton height={40} />;
const DateInput = later(async () => (await import('./date-input.tsx')).DateInput, place);
const DateTimeInput = later(async () => (await import('./date-time-input.tsx')).DateTimeInput, place);

export const DateField = ({ value, onChange, size = 'small', ...field }: DateFieldProps) => (
  <Field {...field}>
    {(wiring) => <DateInput wiring={wiring} label={field.label} value={value} onChange={onChange} size={size} />}
  </Field>
);

interface DateTimeFieldProps extends LabelProps, Omit<DateTimeInputProps, 'wiring' | 'label'> {
  inputRef?: Ref<{ focus: () => void }>;
}

/** dd/MM/yyyy HH:mm at UTC-3 in any time zone of the browser. */
export function DateTimeField({ label, optional, help, error, inputRef, ...input }: DateTimeFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  useImperativeHandle(inputRef, () => ({
    focus: () => frame.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus(),
  }));
  return (
    <div ref={frame}>
      <Field label={label} optional={optional} help={help} error={error}>
        {(wiring) => <DateTimeInput wiring={wiring} label={label} {...input} />}
      </Field>
    </div>
  );
}

const isWhole = (instant: string) => instant === '' || !Number.isNaN(Date.parse(instant));

/** Reports complete instants only. While it has the focus, changes of `value` from outside are not shown. */
export function MomentField({ value, onChange, ...field }: DateTimeFieldProps) {
  /** The typed text and the value it replaces. */
  const [typed, setTyped] = useState<{ over: string; text: string }>();
  const [held, setHeld] = useState<string>();
  const current = held ?? value;
  const handleBlur = (event: FocusEvent<HTMLDivElement>) => {
    // Focus in the calendar's popup bubbles here as well.
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setHeld(undefined);
    if (typed && isWhole(typed.text)) setTyped(undefined);
  };
  return (
    <div onFocus={() => setHeld((old) => old ?? value)} onBlur={handleBlur}>
      <DateTimeField
        {...field}
        size="small"
        value={typed?.over === current ? typed.text : current}
        onChange={(text) => {
          setTyped({ over: current, text });
          if (isWhole(text)) onChange(text);
        }}
      />
    </div>
  );
}

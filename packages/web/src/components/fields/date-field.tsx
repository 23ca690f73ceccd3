import { Skeleton } from '@mui/material';
import { type Ref, useImperativeHandle, useRef } from 'react';
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

export interface DateTimeFieldProps extends LabelProps, Omit<DateTimeInputProps, 'wiring' | 'label'> {
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

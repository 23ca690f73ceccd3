import { Skeleton } from '@mui/material';
import { lazy, type Ref, Suspense, useImperativeHandle, useRef } from 'react';
import type { DateTimeInputProps } from './date-time-input.tsx';
import { Field, type LabelProps } from './field.tsx';

interface DateFieldProps extends LabelProps {
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
  size?: 'small' | 'medium';
}

/** The pickers are large: the form is drawn before them. */
const DateInput = lazy(() => import('./date-input.tsx').then((module) => ({ default: module.DateInput })));
const DateTimeInput = lazy(() => import('./date-time-input.tsx').then((module) => ({ default: module.DateTimeInput })));

export const DateField = ({ value, onChange, size = 'small', ...field }: DateFieldProps) => (
  <Field {...field}>
    {(wiring) => (
      <Suspense fallback={<Skeleton height={40} />}>
        <DateInput wiring={wiring} label={field.label} value={value} onChange={onChange} size={size} />
      </Suspense>
    )}
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
        {(wiring) => (
          <Suspense fallback={<Skeleton height={40} />}>
            <DateTimeInput wiring={wiring} label={label} {...input} />
          </Suspense>
        )}
      </Field>
    </div>
  );
}

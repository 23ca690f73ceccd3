import { Skeleton } from '@mui/material';
import { lazy, type Ref, Suspense, useImperativeHandle, useRef } from 'react';
import type { DateTimeInputProps } from './date-time-input.tsx';
import { Field, type LabelProps } from './field.tsx';

interface DateFieldProps extends LabelProps {
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
  /** Small among the fields of a filter, which is where most of them are. */
  size?: 'small' | 'medium';
}

/** The calendar weighs more than the rest of a form: the form is there before it. */
const DateInput = lazy(() => import('./date-input.tsx').then((module) => ({ default: module.DateInput })));
const DateTimeInput = lazy(() => import('./date-time-input.tsx').then((module) => ({ default: module.DateTimeInput })));

/** A day as dd/MM/yyyy, typed or picked. */
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
  /** For forms that lead the focus to the first fault. */
  inputRef?: Ref<{ focus: () => void }>;
}

/** dd/MM/yyyy HH:mm at UTC-3 whatever the browser's zone, typed or picked, no am/pm. */
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

import { Skeleton } from '@mui/material';
import { lazy, type Ref, Suspense, useImperativeHandle, useRef } from 'react';
import { Field } from './field.tsx';

interface DateFieldProps {
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
  help?: string;
  error?: string | undefined;
  optional?: boolean;
  /** Small among the fields of a filter, which is where most of them are. */
  size?: 'small' | 'medium';
}

/** The calendar weighs more than the rest of a form: the form is there before it. */
const DateInput = lazy(() => import('./date-input.tsx').then((module) => ({ default: module.DateInput })));

/** A day as dd/MM/yyyy, typed or picked. */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, help, error, optional = false, size = 'small' } = props;
  return (
    <Field label={label} optional={optional} help={help} error={error}>
      {(wiring) => (
        <Suspense fallback={<Skeleton height={40} />}>
          <DateInput wiring={wiring} label={label} value={value} onChange={onChange} size={size} />
        </Suspense>
      )}
    </Field>
  );
}

interface DateTimeFieldProps {
  label: string;
  /** An ISO instant, or empty; anything else is a date that is only begun. */
  value: string;
  onChange: (instant: string) => void;
  onBlur?: () => void;
  help?: string;
  error?: string | undefined;
  disabled?: boolean;
  /** Offers to empty it at one press. */
  clearable?: boolean;
  /** As low as the other fields of a filter. */
  size?: 'small';
  /** For forms that lead the focus to the first fault. */
  ref?: Ref<{ focus: () => void }>;
}

/** The calendar weighs more than the rest of a form: the form is there before it. */
const DateTimeInput = lazy(() => import('./date-time-input.tsx').then((module) => ({ default: module.DateTimeInput })));

/** dd/MM/yyyy HH:mm at UTC-3 whatever the browser's zone, typed or picked, no am/pm. */
export function DateTimeField({ label, help, error, ref, ...input }: DateTimeFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => frame.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus(),
  }));
  return (
    <div ref={frame}>
      <Field label={label} help={help} error={error}>
        {(wiring) => (
          <Suspense fallback={<Skeleton height={40} />}>
            <DateTimeInput wiring={wiring} label={label} {...input} />
          </Suspense>
        )}
      </Field>
    </div>
  );
}

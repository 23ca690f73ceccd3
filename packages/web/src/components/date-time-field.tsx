import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense, useImperativeHandle, useRef, type Ref } from 'react';
import { Field } from './field.tsx';

interface DateTimeFieldProps {
  label: string;
  /** An ISO instant, or empty; anything else is a date that is only begun. */
  value: string;
  onChange: (instant: string) => void;
  onBlur?: () => void;
  help?: string;
  error?: string | undefined;
  disabled?: boolean;
  /** For forms that lead the focus to the first fault. */
  ref?: Ref<{ focus: () => void }>;
}

/** The calendar weighs more than the rest of a form: the form is there before it. */
const DateTimeInput = lazy(() => import('./date-time-input.tsx').then((module) => ({ default: module.DateTimeInput })));

/** dd/MM/yyyy HH:mm at UTC-3 whatever the browser's zone, typed or picked, no am/pm (spec 9). */
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

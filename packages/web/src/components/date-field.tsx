import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import { Field } from './field.tsx';

interface DateFieldProps {
  label: string;
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (day: string) => void;
  help?: string;
  error?: string | undefined;
}

/** The calendar weighs more than the rest of a form: the form is there before it. */
const DateInput = lazy(() => import('./date-input.tsx').then((module) => ({ default: module.DateInput })));

/** A day as dd/MM/yyyy, typed or picked. */
export function DateField({ label, value, onChange, help, error }: DateFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <Suspense fallback={<Skeleton height={40} />}>
          <DateInput wiring={wiring} label={label} value={value} onChange={onChange} />
        </Suspense>
      )}
    </Field>
  );
}

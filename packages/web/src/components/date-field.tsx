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

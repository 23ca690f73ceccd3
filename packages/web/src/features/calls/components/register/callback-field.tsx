import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense, useId, useState } from 'react';
import { OptionButton } from '../../../../components/fields/option-button.tsx';
import { now } from '../../../../lib/clock.ts';
import { callbackPresets } from '../../callback-presets.ts';
import { FieldGroup } from './field-group.tsx';

/** The calendar weighs more than the rest of the form. */
const DateTimeInput = lazy(() =>
  import('../../../../components/fields/date-time-input.tsx').then((module) => ({ default: module.DateTimeInput })),
);
const LABEL = 'Volver a llamar el';

interface CallbackFieldProps {
  value: string;
  error: string | undefined;
  onChange: (callbackAt: string) => void;
}

/** When to call again: three usual answers, or any other moment (design 9). */
export function CallbackField({ value, error, onChange }: CallbackFieldProps) {
  const id = useId();
  // As they were when the question came up: a chosen one must not change while the clock goes on.
  const [presets] = useState(() => callbackPresets(new Date(now())));
  const wiring = {
    id,
    labelId: `${id}-label`,
    invalid: error !== undefined,
    describedBy: error === undefined ? undefined : `${id}-error`,
  };
  return (
    <FieldGroup label={LABEL} labelId={wiring.labelId} error={error} errorId={`${id}-error`}>
      {presets.map(({ label, at }) => (
        <OptionButton key={label} aria-pressed={value === at} onClick={() => onChange(value === at ? '' : at)}>
          {label}
        </OptionButton>
      ))}
      <div style={{ flex: '1 1 13rem', maxWidth: '15rem' }}>
        <Suspense fallback={<Skeleton height={36} />}>
          <DateTimeInput wiring={wiring} label={LABEL} value={value} onChange={onChange} size="small" />
        </Suspense>
      </div>
    </FieldGroup>
  );
}

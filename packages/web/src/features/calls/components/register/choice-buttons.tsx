import { lazy, Suspense } from 'react';
import { OptionButton } from '../../../../components/fields/option-button.tsx';
import { FieldGroup } from './field-group.tsx';

/** Seldom needed, and not light. */
const ChoiceField = lazy(() =>
  import('../../../../components/fields/choice-field.tsx').then((module) => ({ default: module.ChoiceField<number> })),
);

interface ChoiceButtonsProps {
  label: string;
  options: readonly { id: number; name: string }[];
  value: number | null;
  onChange: (id: number | null) => void;
  inline?: boolean;
}

/** More than this are found by typing. */
const BUTTONS_MAX = 6;

/** One of a few named things, or none: a substate, the person one spoke to. */
export function ChoiceButtons({ label, options, value, onChange, inline = false }: ChoiceButtonsProps) {
  if (options.length > BUTTONS_MAX)
    return (
      <Suspense fallback={null}>
        <ChoiceField label={label} optional clearable options={options} value={value} onChange={onChange} />
      </Suspense>
    );
  return (
    <FieldGroup label={label} inline={inline}>
      {options.map(({ id, name }) => (
        <OptionButton key={id} aria-pressed={value === id} onClick={() => onChange(value === id ? null : id)}>
          {name}
        </OptionButton>
      ))}
    </FieldGroup>
  );
}

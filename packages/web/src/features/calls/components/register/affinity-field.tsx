import type { Affinity } from '@campanero/contract/calls/schemas';
import { OptionButton } from '../../../../components/fields/option-button.tsx';
import { AFFINITY_ICONS } from '../affinity-icons.ts';
import { FieldGroup } from './field-group.tsx';

const ORDER: readonly Affinity[] = ['Positivo', 'Neutro', 'Negativo'];

interface AffinityFieldProps {
  value: Affinity | null;
  onChange: (affinity: Affinity | null) => void;
}

/** How the talk went: faces with their words (spec 9, Affinity values). */
export function AffinityField({ value, onChange }: AffinityFieldProps) {
  return (
    <FieldGroup label="Afinidad" stacked>
      {ORDER.map((affinity) => {
        const Icon = AFFINITY_ICONS[affinity];
        return (
          <OptionButton
            key={affinity}
            aria-pressed={value === affinity}
            onClick={() => onChange(value === affinity ? null : affinity)}
            style={{ justifyContent: 'flex-start' }}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
            {affinity}
          </OptionButton>
        );
      })}
    </FieldGroup>
  );
}

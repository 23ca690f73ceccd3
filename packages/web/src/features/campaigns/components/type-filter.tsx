import type { CampaignFilters, CampaignType } from '@campanero/contract/campaigns/schemas';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useController, type Control } from 'react-hook-form';
import { Field } from '../../../components/field.tsx';
import type { FilterForm } from '../filter-form.ts';
import { TYPE_LABELS } from '../texts.ts';

interface TypeFilterProps {
  control: Control<FilterForm, unknown, CampaignFilters>;
  mayChoose: boolean;
}

const SHOWN_ORDER = ['general', 'internal', 'external'] as const satisfies readonly CampaignType[];

/** Fixed to external and disabled without the campaign-type permission (spec 6). */
export function TypeFilter({ control, mayChoose }: TypeFilterProps) {
  const { field } = useController({ control, name: 'type' });
  return (
    <Field label="Tipo" help={mayChoose ? undefined : 'Su rol ve solo campañas externas.'}>
      {({ id, labelId, describedBy }) => (
        <ToggleButtonGroup
          id={id}
          exclusive
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          disabled={!mayChoose}
          value={mayChoose ? field.value : 'external'}
          onChange={(_event, type: string | null) => field.onChange(type ?? '')}
        >
          {SHOWN_ORDER.map((type) => (
            <ToggleButton key={type} value={type}>
              {TYPE_LABELS[type]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </Field>
  );
}

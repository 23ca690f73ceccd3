import type { District } from '@campanero/contract/lookups/schemas';
import Box from '@mui/material/Box';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { placeChoices, type Place } from '../place.ts';

interface PlaceFieldsProps {
  /** Undefined while it is on its way. */
  tree: readonly District[] | undefined;
  place: Place;
  onChange: (place: Place) => void;
  errors?: Partial<Record<keyof Place, string>>;
}

const NO_ERRORS = {};

/** Three dependent selectors: a new district clears what stands below it, a new section likewise (spec 5, Location). */
export function PlaceFields({ tree, place, onChange, errors = NO_ERRORS }: PlaceFieldsProps) {
  const { districts, sections, subsections } = placeChoices(tree, place);
  const shared = { optional: true, clearable: true } as const;
  return (
    <Box sx={{ display: 'grid', gap: 5, maxWidth: 480 }}>
      <ChoiceField
        {...shared}
        label="Distrito"
        options={districts}
        value={place.districtId || null}
        error={errors.districtId}
        onChange={(districtId) => onChange({ districtId: districtId ?? '', sectionId: '', subsectionId: '' })}
      />
      <ChoiceField
        {...shared}
        label="Sección"
        options={sections}
        value={place.sectionId || null}
        disabled={!place.districtId}
        help={place.districtId ? undefined : 'Elija primero un distrito.'}
        error={errors.sectionId}
        onChange={(sectionId) => onChange({ ...place, sectionId: sectionId ?? '', subsectionId: '' })}
      />
      <ChoiceField
        {...shared}
        label="Subsección"
        options={subsections}
        value={place.subsectionId || null}
        disabled={!place.sectionId}
        help={place.sectionId ? undefined : 'Elija primero una sección.'}
        error={errors.subsectionId}
        onChange={(subsectionId) => onChange({ ...place, subsectionId: subsectionId ?? '' })}
      />
    </Box>
  );
}

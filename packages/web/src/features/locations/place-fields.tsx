import type { District } from '@campanero/contract/lookups/schemas';
import { Box } from '@mui/material';
import { ChoiceField } from '../../components/fields/choice-field.tsx';

interface PlaceFieldsProps {
  /** Undefined while it is on its way. */
  tree: readonly District[] | undefined;
  place: Place;
  onChange: (place: Place) => void;
  errors?: Partial<Record<keyof Place, string>>;
  /** Small and side by side. */
  dense?: boolean;
  /** Nothing chosen means all of them, and says so. */
  isFilter?: boolean;
}

const NO_ERRORS = {};

/** Three dependent selectors: a new district clears what stands below it, a new section likewise. */
export function PlaceFields({ tree, place, onChange, errors = NO_ERRORS, ...look }: PlaceFieldsProps) {
  const { dense = false, isFilter = false } = look;
  const { districts, sections, subsections } = placeChoices(tree, place);
  const shared = { clearable: true, ...(dense ? { size: 'small' as const } : { optional: true }) };
  const all = (word: string) => (isFilter ? { placeholder: word } : {});
  const layout = dense
    ? { gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' } }
    : { gap: 5, maxWidth: 480 };
  return (
    <Box sx={{ display: 'grid', ...layout }}>
      <ChoiceField
        {...shared}
        {...all('Todos')}
        label="Distrito"
        options={districts}
        value={place.districtId || null}
        error={errors.districtId}
        onChange={(districtId) => onChange({ districtId: districtId ?? '', sectionId: '', subsectionId: '' })}
      />
      <ChoiceField
        {...shared}
        {...all('Todas')}
        label="Sección"
        options={sections}
        value={place.sectionId || null}
        disabled={!place.districtId}
        help={place.districtId || dense ? undefined : 'Elija primero un distrito.'}
        error={errors.sectionId}
        onChange={(sectionId) => onChange({ ...place, sectionId: sectionId ?? '', subsectionId: '' })}
      />
      <ChoiceField
        {...shared}
        {...all('Todas')}
        label="Subsección"
        options={subsections}
        value={place.subsectionId || null}
        disabled={!place.sectionId}
        help={place.sectionId || dense ? undefined : 'Elija primero una sección.'}
        error={errors.subsectionId}
        onChange={(subsectionId) => onChange({ ...place, subsectionId: subsectionId ?? '' })}
      />
    </Box>
  );
}

/** A place as far as it was chosen; empty text is nothing chosen. */
export interface Place {
  districtId: string;
  sectionId: string;
  subsectionId: string;
}
export const NO_PLACE: Place = { districtId: '', sectionId: '', subsectionId: '' };

const asChoice = ({ id, name }: { id: string; name: string }) => ({ id, name });

/** What can be chosen below what was chosen. */
function placeChoices(tree: readonly District[] | undefined, place: Place) {
  const district = tree?.find(({ id }) => id === place.districtId);
  const section = district?.sections.find(({ id }) => id === place.sectionId);
  return {
    districts: tree?.map(asChoice),
    sections: tree && (district?.sections.map(asChoice) ?? []),
    subsections: tree && (section?.subsections.map(asChoice) ?? []),
  };
}

/** "CABA, Comuna 7, Flores" in the tree's own words; undefined when nothing is chosen. */
export function placeName(tree: readonly District[] | undefined, place: Place): string | undefined {
  const { districts, sections, subsections } = placeChoices(tree, place);
  const names = [
    districts?.find(({ id }) => id === place.districtId)?.name,
    sections?.find(({ id }) => id === place.sectionId)?.name,
    subsections?.find(({ id }) => id === place.subsectionId)?.name,
  ].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(', ') : undefined;
}

/** For forms that have a place among other fields. */
export const placeEditor = (tree: readonly District[] | undefined) => ({
  renderPlace: (place: Place, onChange: (place: Place) => void, districtError: string | undefined) => (
    <PlaceFields tree={tree} place={place} onChange={onChange} errors={{ districtId: districtError }} />
  ),
  placeInWords: (place: Place) => placeName(tree, place) ?? '',
});

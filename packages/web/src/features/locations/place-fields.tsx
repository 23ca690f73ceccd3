import type { District, PlaceChoice } from '@campanero/contract/lookups/schemas';
import { Box } from '@mui/material';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Explained } from '../../components/page/section.tsx';

interface PlaceFieldsProps {
  tree: readonly District[] | undefined;
  place: PlaceChoice;
  onChange: (place: PlaceChoice) => void;
  errors?: Partial<Record<keyof PlaceChoice, string>>;
  dense?: boolean;
  isFilter?: boolean;
  optional?: boolean;
}

const LEVELS = [
  { name: 'districtId', label: 'Distrito', all: 'Todos', first: '' },
  { name: 'sectionId', label: 'Sección', all: 'Todas', first: 'Elija primero un distrito.' },
  { name: 'subsectionId', label: 'Subsección', all: 'Todas', first: 'Elija primero una sección.' },
] as const;

/** Three dependent selectors: a new choice clears those below. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { tree, place, onChange, errors, dense, isFilter, optional = !dense } = props;
  const choices = placeChoices(tree, place);
  const layout = dense
    ? { gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' } }
    : { gap: 5, maxWidth: 480 };
  return (
    <Box sx={{ display: 'grid', ...layout }}>
      {LEVELS.map(({ name, label, all, first }, level) => {
        const above = LEVELS[level - 1];
        const isBlocked = above !== undefined && !place[above.name];
        const cleared = Object.fromEntries(LEVELS.slice(level).map((below) => [below.name, '']));
        return (
          <ChoiceField
            key={name}
            clearable
            optional={optional}
            size={dense ? 'small' : undefined}
            placeholder={isFilter ? all : undefined}
            label={label}
            options={choices[level]}
            value={place[name] || null}
            disabled={isBlocked}
            help={isBlocked && !dense ? first : undefined}
            error={errors?.[name]}
            onChange={(id) => onChange({ ...place, ...cleared, [name]: id ?? '' })}
          />
        );
      })}
    </Box>
  );
}

/** Of a campaign. */
export const PlacePicker = (props: PlaceFieldsProps) => (
  <Explained title="Lugar de la campaña" help="La zona de la que se ocupa. Puede quedar sin lugar.">
    <PlaceFields {...props} />
  </Explained>
);

export const NO_PLACE: PlaceChoice = { districtId: '', sectionId: '', subsectionId: '' };

function placeChoices(tree: readonly District[] | undefined, place: PlaceChoice) {
  const district = tree?.find(({ id }) => id === place.districtId);
  const section = district?.sections.find(({ id }) => id === place.sectionId);
  return [tree, tree && (district?.sections ?? []), tree && (section?.subsections ?? [])].map((level) =>
    level?.map(({ id, name }: { id: string; name: string }) => ({ id, name })),
  );
}

/** "CABA, Comuna 7, Flores"; undefined without a choice. */
export function placeName(tree: readonly District[] | undefined, place: PlaceChoice): string | undefined {
  const choices = placeChoices(tree, place);
  const names = LEVELS.map(({ name }, level) => choices[level]?.find(({ id }) => id === place[name])?.name);
  return names.filter((name) => name !== undefined).join(', ') || undefined;
}

export const placeEditor = (tree: readonly District[] | undefined) => ({
  renderPlace: (place: PlaceChoice, onChange: (place: PlaceChoice) => void, districtError: string | undefined) => (
    <PlaceFields
      tree={tree}
      place={place}
      onChange={onChange}
      errors={{ districtId: districtError }}
      optional={false}
    />
  ),
  placeInWords: (place: PlaceChoice) => placeName(tree, place) ?? '',
});

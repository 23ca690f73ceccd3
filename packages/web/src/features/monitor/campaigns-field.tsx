import { Autocomplete, Checkbox, Chip } from '@mui/material';
import { autocompleteInput } from '../../components/fields/choice-field.tsx';
import { Field } from '../../components/fields/field.tsx';
import { IconX } from '../../components/icons.ts';

interface Campaign {
  id: number;
  name: string;
}

interface CampaignsFieldProps {
  options: readonly Campaign[] | undefined;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  disabled: boolean;
}

const labelOf = ({ id, name }: Campaign) => (name === '' ? String(id) : `${id} · ${name}`);

/** None chosen means all. */
export function CampaignsField({ options, value, onChange, disabled }: CampaignsFieldProps) {
  const chosen = value.map((id) => options?.find((campaign) => campaign.id === id) ?? { id, name: '' });
  const note = value.length > 0 && options ? `${value.length} de ${options.length}` : undefined;
  return (
    <Field label="Campañas" note={note}>
      {(wiring) => (
        <Autocomplete
          multiple
          id={wiring.id}
          size="small"
          options={options ?? []}
          loading={options === undefined}
          loadingText="Cargando…"
          noOptionsText={options?.length === 0 ? 'No hay campañas para mostrar.' : 'No hay coincidencias.'}
          value={chosen}
          disabled={disabled}
          disableCloseOnSelect
          limitTags={1}
          // Keeps the height with tags.
          sx={{
            '&& .MuiAutocomplete-inputRoot.MuiInputBase-sizeSmall': { paddingBlock: '2px' },
            '& span.MuiAutocomplete-tag': { lineHeight: '1.625rem', marginBlock: '2px' },
          }}
          getLimitTagsText={(more) => `+${more}`}
          onChange={(_event, campaigns) => onChange(campaigns.map((campaign) => campaign.id))}
          getOptionLabel={labelOf}
          getOptionKey={(campaign) => campaign.id}
          isOptionEqualToValue={(option, current) => option.id === current.id}
          renderOption={({ key, ...row }, campaign, { selected }) => (
            <li key={key} {...row}>
              <Checkbox checked={selected} tabIndex={-1} aria-hidden sx={{ p: 0, marginInlineEnd: 2 }} />
              {labelOf(campaign)}
            </li>
          )}
          renderValue={(campaigns, itemProps) =>
            campaigns.map((campaign, index) => {
              const { key, ...tag } = itemProps({ index });
              return (
                <Chip
                  key={key}
                  {...tag}
                  size="small"
                  label={labelOf(campaign)}
                  title={labelOf(campaign)}
                  deleteIcon={<IconX size={14} stroke={2} aria-hidden />}
                  sx={({ palette }) => ({
                    // Leaves space for the count of the others.
                    '&&': { maxWidth: 'min(12rem, 100% - 4rem)', height: '1.625rem', marginBlock: '2px' },
                    backgroundColor: palette.soft.primary.bg,
                    color: palette.soft.primary.text,
                    fontWeight: 550,
                    '& .MuiChip-deleteIcon': { color: 'inherit', width: 24, height: 24, padding: '5px', flex: 'none' },
                  })}
                />
              );
            })
          }
          renderInput={autocompleteInput(wiring, { placeholder: value.length === 0 ? 'Todas' : undefined })}
        />
      )}
    </Field>
  );
}

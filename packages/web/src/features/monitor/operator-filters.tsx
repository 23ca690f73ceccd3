import { lookups } from '@campanero/contract/lookups/endpoints';
import { Box, Checkbox, Chip } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type Choice, ChoiceField, OptionsField } from '../../components/fields/choice-field.tsx';
import { MomentField } from '../../components/fields/date-field.tsx';
import { IconX } from '../../components/icons.ts';
import { now } from '../../lib/clock.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { MINUTE_MS } from '../../lib/text/when.ts';

/** `todate` undefined: now. */
interface OperatorFiltersState {
  operator?: number | undefined;
  /** Comma-joined ids. */
  campaigns?: string | undefined;
  fromdate?: string | undefined;
  todate?: string | undefined;
}

interface OperatorFiltersProps {
  /** Of the chosen side; undefined while loading. */
  operators: readonly { id: number; name: string }[] | undefined;
  filters: OperatorFiltersState;
  /** Shown in Hasta while it is empty. */
  updatedAt: number | undefined;
  onChange: (change: OperatorFiltersState, options?: { replace: boolean }) => void;
}

const toMinute = (at: number) => new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS).toISOString();

export const isBackwards = ({ fromdate, todate }: OperatorFiltersState) =>
  fromdate !== undefined && Date.parse(fromdate) > (todate === undefined ? now() : Date.parse(todate));
export const BACKWARDS = 'La fecha Hasta debe ser posterior a la fecha Desde.';

/** Other fields are disabled until an operator is chosen. */
export function OperatorFilters({ operators, filters, updatedAt, onChange }: OperatorFiltersProps) {
  const { operator, campaigns, fromdate, todate } = filters;
  const waits = operator === undefined;
  const input = waits ? skipToken : { params: { id: operator } };
  const known = useQuery(endpointQuery('monitor', lookups.userCampaigns, input));
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        // An empty field is not printed.
        ...(fromdate === undefined && { '@media print': { '& > :nth-of-type(3)': { display: 'none' } } }),
        pb: 4,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'minmax(0, 14rem) minmax(0, 1fr) 14.5rem 12.75rem',
        },
      }}
    >
      <ChoiceField
        label="Selecciona un Operador"
        size="small"
        clearable
        placeholder="Buscar por nombre"
        options={operators}
        value={operator ?? null}
        onChange={(id) => onChange({ operator: id ?? undefined, campaigns: undefined })}
      />
      <CampaignsField
        options={known.data}
        value={campaigns ? campaigns.split(',').map(Number) : []}
        onChange={(ids) => onChange({ campaigns: ids.length > 0 ? ids.join(',') : undefined })}
        disabled={waits}
      />
      <MomentField
        label="Desde"
        clearable
        disabled={waits}
        value={fromdate ?? ''}
        onChange={(instant) => onChange({ fromdate: instant || undefined }, { replace: true })}
      />
      <MomentField
        label="Hasta"
        disabled={waits}
        // Empty: shows the time of the figures.
        value={todate ?? (waits || updatedAt === undefined ? '' : toMinute(updatedAt))}
        onChange={(instant) => {
          const isAhead = instant === '' || Date.parse(instant) >= now();
          onChange({ todate: isAhead ? undefined : instant }, { replace: true });
        }}
        error={isBackwards(filters) ? BACKWARDS : undefined}
      />
    </Box>
  );
}

interface CampaignsFieldProps {
  options: readonly Choice<number>[] | undefined;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  disabled: boolean;
}

const labelOf = ({ id, name }: Choice<number>) => (name === '' ? String(id) : `${id} · ${name}`);

/** None chosen means all. */
function CampaignsField({ options, value, onChange, disabled }: CampaignsFieldProps) {
  const chosen = value.map((id) => options?.find((campaign) => campaign.id === id) ?? { id, name: '' });
  const note = value.length > 0 && options ? `${value.length} de ${options.length}` : undefined;
  return (
    <OptionsField
      label="Campañas"
      note={note}
      placeholder={value.length === 0 ? 'Todas' : undefined}
      multiple
      size="small"
      options={options}
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
    />
  );
}

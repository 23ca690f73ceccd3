import { lookups } from '@campanero/contract/lookups/endpoints';
import { Box } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { now } from '../../lib/clock.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { MINUTE_MS } from '../../lib/text/when.ts';
import { CampaignsField } from './campaigns-field.tsx';
import { MomentField } from '../../components/fields/moment-field.tsx';

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
  const known = useQuery(
    endpointQuery('monitor', lookups.userCampaigns, waits ? skipToken : { params: { id: operator } }),
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
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

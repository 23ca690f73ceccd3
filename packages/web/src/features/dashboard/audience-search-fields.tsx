import { dashboard, dashboardSearch } from '@campanero/contract/dashboard/endpoints';
import { REMOTE_SEARCH_DEBOUNCE_MS } from '@campanero/contract/limits';
import { Box } from '@mui/material';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateField } from '../../components/fields/date-field.tsx';
import { type Choice, RemoteChoiceField } from '../../components/fields/choice-field.tsx';
import { useDebounced } from '../../components/fields/search-input.tsx';
import { errorText } from '../../lib/errors.ts';
import { endpointQuery } from '../../lib/queries.ts';

interface AudienceSearchFieldsProps {
  audience: Choice<string> | null;
  onChange: (audience: Choice<string> | null) => void;
}

const SEARCH_FAILED = 'No fue posible buscar audiencias. Inténtelo de nuevo.';
const dayRule = dashboardSearch.shape.date;

export function AudienceSearchFields({ audience, onChange }: AudienceSearchFieldsProps) {
  const [date, setDate] = useState('');
  const [typed, setTyped] = useState('');
  const current = { date, description: typed.trim() };
  const settledDate = useDebounced(current.date, REMOTE_SEARCH_DEBOUNCE_MS);
  const settledText = useDebounced(current.description, REMOTE_SEARCH_DEBOUNCE_MS);
  const dateFault = date === '' ? undefined : dayRule.safeParse(date).error?.issues[0]?.message;
  // The chosen audience and incomplete dates are not searched for.
  const description = settledText === audience?.name ? '' : settledText;
  const asked = { date: dayRule.safeParse(settledDate).success ? settledDate : '', description };
  const isAsking = asked.date !== '' || asked.description !== '';
  const search = useQuery(
    endpointQuery('dashboard', dashboard.search, isAsking ? { query: asked } : skipToken, {
      read: ({ audiences }) => audiences,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  );
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '14rem minmax(0, 1fr)' } }}>
      <DateField label="Fecha" value={date} onChange={setDate} error={dateFault} help="Del día en que se creó." />
      <RemoteChoiceField
        label="Audiencia"
        size="small"
        help="Busque por fecha, por descripción o por ambas."
        placeholder="Descripción de la audiencia"
        error={search.isError && isAsking ? errorText(search.error, SEARCH_FAILED) : undefined}
        value={audience}
        onChange={onChange}
        onType={setTyped}
        options={(isAsking ? (search.data ?? []) : []).map(({ id, descripcion }) => ({ id, name: descripcion }))}
        isWaiting={current.date !== settledDate || current.description !== settledText || search.isFetching}
        emptyText={isAsking ? 'No hay coincidencias.' : 'Elija una fecha o escriba para buscar.'}
      />
    </Box>
  );
}

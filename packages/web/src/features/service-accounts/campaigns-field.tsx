import { campaignLists } from '@campanero/contract/campaigns/list-endpoints';
import { SEARCH_DEBOUNCE_MS, SUGGESTIONS_MAX } from '@campanero/contract/limits';
import { SERVICE_CAMPAIGNS_MAX } from '@campanero/contract/service-accounts/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Choice, OptionsField, unlisted } from '../../components/fields/choice-field.tsx';
import { useDebounced } from '../../components/fields/search-input.tsx';
import { endpointQuery } from '../../lib/queries.ts';

interface CampaignsFieldProps {
  external: boolean;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  /** Names of the campaigns chosen before. */
  known: readonly Choice<number>[];
  error: string | undefined;
}

/** Campaigns of one side, found by name or number. */
export function CampaignsField({ external, value, onChange, known, error }: CampaignsFieldProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(known);
  const text = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS);
  const found = useQuery(
    endpointQuery(
      'campaigns',
      campaignLists.list,
      {
        query: {
          pageNumber: 0,
          pageSize: SUGGESTIONS_MAX,
          type: external ? 'external' : 'general',
          ...(text && (/^\d+$/.test(text) ? { general: text } : { name: text })),
        },
      },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <OptionsField<Choice<number>, true, true>
      label="Cuáles"
      note={`${value.length} de ${SERVICE_CAMPAIGNS_MAX} como mucho`}
      error={error}
      placeholder="Escriba el nombre o el número"
      multiple
      options={found.data?.campaigns.map(({ id, name }) => ({ id, name }))}
      // The server searched already: a match by number need not have the text in its name.
      filterOptions={(options) => options}
      filterSelectedOptions
      disableClearable
      disableCloseOnSelect
      loadingText="Buscando…"
      noOptionsText="Ninguna campaña coincide"
      value={value.map((id) => chosen.find((campaign) => campaign.id === id) ?? unlisted(id, found.data))}
      onInputChange={(_event, next) => setTyped(next)}
      onChange={(_event, campaigns) => {
        setChosen(campaigns);
        onChange(campaigns.map(({ id }) => id));
      }}
    />
  );
}

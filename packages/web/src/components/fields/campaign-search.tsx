import { campaignLists } from '@campanero/contract/campaigns/list-endpoints';
import { SEARCH_DEBOUNCE_MS, SUGGESTIONS_MAX } from '@campanero/contract/limits';
import type { CampaignType } from '@campanero/contract/campaigns/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../lib/queries.ts';
import { type Choice, OptionsField, unlisted } from './choice-field.tsx';
import { useDebounced } from './search-input.tsx';

interface CampaignSearchProps {
  /** Of which side; `general`: of both. */
  type: CampaignType;
  /** How many may be chosen. */
  most: number;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  onBlur?: () => void;
  /** Names of the campaigns chosen before. */
  known: readonly Choice<number>[];
  error: string | undefined;
}

/** Campaigns found by name or number. */
export function CampaignSearch({ type, most, value, onChange, onBlur, known, error }: CampaignSearchProps) {
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
          type,
          ...(text && (/^\d+$/.test(text) ? { general: text } : { name: text })),
        },
      },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <OptionsField<Choice<number>, true, true>
      label="Cuáles"
      note={`${value.length} de ${most} como mucho`}
      error={error}
      placeholder={value.length === 0 ? 'Escriba el nombre o el número' : ''}
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
      onBlur={onBlur}
      onChange={(_event, campaigns) => {
        setChosen(campaigns);
        onChange(campaigns.map(({ id }) => id));
      }}
    />
  );
}

import { useState } from 'react';
import { ListFilterDialog } from '../../../../components/list/filter-dialog.tsx';
import { tagsOf } from '../../../../components/list/filters.ts';
import type { AddressFilters } from '../../audience-address.ts';
import {
  type AudienceChoices,
  audienceFilterForm,
  audienceFilters,
  type SegmentFilters,
  segmentFiltersOf,
} from '../../audience-filters.ts';
import { SegmentDialog } from './segment-dialog.tsx';

interface SegmentFlowProps {
  campaign: { id: number; validOperators: readonly { id: number; name: string }[] };
  /** Of the list behind: what one is looking at is the likely thing to hand out. */
  listFilters: AddressFilters;
  choices: AudienceChoices;
  onClose: () => void;
}

/** Segmentar: first which numbers, then how many to whom (spec 2). Going back to the filters keeps what was decided. */
export function SegmentFlow({ campaign, listFilters, choices, onClose }: SegmentFlowProps) {
  const [filters, setFilters] = useState<SegmentFilters>(() => segmentFiltersOf(listFilters));
  const fields = audienceFilters(choices, { forSegmenting: true });
  const [isSplitting, setSplitting] = useState(false);
  const [amount, setAmount] = useState('');
  const [chosen, setChosen] = useState(() => campaign.validOperators.map(({ id }) => id));
  if (isSplitting)
    return (
      <SegmentDialog
        campaign={campaign}
        filters={filters}
        tags={tagsOf<AddressFilters>(audienceFilterForm, fields, filters)}
        typed={amount}
        onType={setAmount}
        chosen={chosen}
        onChoose={setChosen}
        onChangeFilters={() => setSplitting(false)}
        onClose={onClose}
      />
    );
  return (
    <ListFilterDialog<AddressFilters>
      leadsTo={{
        title: 'Filtros de la segmentación',
        context: 'Se reparten los números sin operador que cumplan los filtros; sin filtros, todos.',
        action: 'Continuar',
      }}
      form={audienceFilterForm}
      fields={fields}
      given={filters}
      onClose={onClose}
      onApply={(applied) => {
        setFilters(segmentFiltersOf(applied));
        setSplitting(true);
      }}
    />
  );
}

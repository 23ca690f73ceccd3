import { useState, type ReactNode } from 'react';
import type { AddressFilters } from '../../audience-address.ts';
import { filterTags, type AudienceChoices, type PlaceIds } from '../../audience-filters.ts';
import { segmentFiltersOf, type SegmentFilters } from '../../segment-filters.ts';
import { AudienceFilterDialog } from '../filters/audience-filter-dialog.tsx';
import { SegmentDialog } from './segment-dialog.tsx';

interface SegmentFlowProps {
  campaign: { id: number; validOperators: readonly { id: number; name: string }[] };
  /** Of the list behind: what one is looking at is the likely thing to hand out. */
  listFilters: AddressFilters;
  choices: AudienceChoices;
  renderPlace: (place: PlaceIds, onChange: (place: PlaceIds) => void) => ReactNode;
  onClose: () => void;
}

/** Segmentar: first which numbers, then how many to whom (spec 2). Going back to the filters keeps what was decided. */
export function SegmentFlow({ campaign, listFilters, choices, renderPlace, onClose }: SegmentFlowProps) {
  const [filters, setFilters] = useState<SegmentFilters>(() => segmentFiltersOf(listFilters));
  const [isSplitting, setSplitting] = useState(false);
  const [amount, setAmount] = useState('');
  const [chosen, setChosen] = useState(() => campaign.validOperators.map(({ id }) => id));
  if (isSplitting)
    return (
      <SegmentDialog
        campaign={campaign}
        filters={filters}
        tags={filterTags(filters, choices)}
        typed={amount}
        onType={setAmount}
        chosen={chosen}
        onChoose={setChosen}
        onChangeFilters={() => setSplitting(false)}
        onClose={onClose}
      />
    );
  return (
    <AudienceFilterDialog
      forSegmenting
      filters={filters}
      choices={choices}
      renderPlace={renderPlace}
      onClose={onClose}
      onApply={(chosen) => {
        setFilters(segmentFiltersOf(chosen));
        setSplitting(true);
      }}
    />
  );
}

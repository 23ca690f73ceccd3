import type { AudienceRow } from '@campanero/contract/audience/list-schemas';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { lazy, Suspense, useState } from 'react';
import { filterTags } from '../../../features/audience/audience-filters.ts';
import { AudienceList } from '../../../features/audience/components/audience-list.tsx';
import type { AudienceListState } from '../../../features/audience/hooks/use-audience-list.ts';
import { PlaceFields } from '../../../features/locations/components/place-fields.tsx';
import { useAudienceChoices, type Progress } from './use-audience-choices.ts';

/** Most visits never open it. */
const AudienceFilterDialog = lazy(async () => ({
  default: (await import('../../../features/audience/components/filters/audience-filter-dialog.tsx'))
    .AudienceFilterDialog,
}));

export interface AudiencePartProps {
  campaign: CampaignDetail;
  list: AudienceListState;
  progress: Progress | undefined;
  linkTo: ((row: AudienceRow) => string) | undefined;
}

/** The table for whoever sees the whole audience, with its filter modal. */
export function FullAudience({ campaign, list, progress, linkTo }: AudiencePartProps) {
  const [isFiltering, setFiltering] = useState(false);
  const { choices, tree } = useAudienceChoices(campaign, progress, {
    operators: isFiltering || list.query.operatorId !== undefined,
    places: isFiltering || list.query.districtId !== undefined,
  });
  return (
    <>
      <AudienceList
        list={list}
        tags={filterTags(list.query, choices)}
        linkTo={linkTo}
        figures={progress}
        onOpenFilters={() => setFiltering(true)}
      />
      {isFiltering && (
        <Suspense fallback={null}>
          <AudienceFilterDialog
            filters={list.query}
            choices={choices}
            renderPlace={(place, onChange) => (
              <PlaceFields dense isFilter tree={tree} place={place} onChange={onChange} />
            )}
            onClose={() => setFiltering(false)}
            onApply={(filters) => {
              list.onFilter(filters);
              setFiltering(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

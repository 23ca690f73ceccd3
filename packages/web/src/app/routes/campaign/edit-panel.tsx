import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { lazy, Suspense, useCallback } from 'react';
import { PageSkeleton } from '../../../components/page/page-header.tsx';
import { type EditTab, type EditTabProps, isRestricted } from '../../../features/campaigns/edit/edit-tabs.tsx';
import { InformationTab, RunningInformationTab } from '../../../features/campaigns/edit/information-tab.tsx';
import { FormTab } from './form-tab.tsx';
import { PlaceTab } from './place-tab.tsx';
import { useInformationChoices } from './use-information-choices.ts';

/** Transfer lists and file rows come with the tab that needs them: the page itself stays within its budget (UX-12). */
const StatesTab = lazy(() =>
  import('../../../features/campaigns/edit/states-tab.tsx').then((module) => ({
    default: module.StatesTab,
  })),
);
const ScriptsTab = lazy(() =>
  import('../../../features/campaigns/edit/scripts-tab.tsx').then((module) => ({
    default: module.ScriptsTab,
  })),
);

interface EditPanelProps extends Pick<EditTabProps, 'onSaved' | 'onConflict'> {
  tab: EditTab;
  campaign: CampaignDetail;
  externalOnly: boolean;
  tellDirty: (tab: EditTab, isDirty: boolean) => void;
}

/** What stands under one tab. */
export function EditPanel({ tab, campaign, externalOnly, tellDirty, onSaved, onConflict }: EditPanelProps) {
  const choices = useInformationChoices();
  const onDirty = useCallback((isDirty: boolean) => tellDirty(tab, isDirty), [tellDirty, tab]);
  const shared = { campaign, onDirty, onSaved, onConflict };
  if (tab === 'place') return <PlaceTab {...shared} />;
  if (tab === 'form') return <FormTab {...shared} />;
  if (tab === 'states' || tab === 'scripts')
    return (
      <Suspense fallback={<PageSkeleton />}>
        {tab === 'states' ? <StatesTab {...shared} /> : <ScriptsTab {...shared} />}
      </Suspense>
    );
  return isRestricted(campaign.status) ? (
    <RunningInformationTab {...shared} choices={choices} />
  ) : (
    <InformationTab {...shared} choices={choices} externalOnly={externalOnly} />
  );
}

import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { useCallback } from 'react';
import { InformationTab } from '../../../features/campaigns/components/edit/information-tab.tsx';
import { RunningInformationTab } from '../../../features/campaigns/components/edit/running-information-tab.tsx';
import { ScriptsTab } from '../../../features/campaigns/components/edit/scripts-tab.tsx';
import { StatesTab } from '../../../features/campaigns/components/edit/states-tab.tsx';
import { isRestricted, type EditTab, type EditTabProps } from '../../../features/campaigns/edit-tab.ts';
import { FormTab } from './form-tab.tsx';
import { PlaceTab } from './place-tab.tsx';
import { useInformationChoices } from './use-information-choices.ts';

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
  if (tab === 'states') return <StatesTab {...shared} />;
  if (tab === 'scripts') return <ScriptsTab {...shared} />;
  return isRestricted(campaign.status) ? (
    <RunningInformationTab {...shared} choices={choices} />
  ) : (
    <InformationTab {...shared} choices={choices} externalOnly={externalOnly} />
  );
}

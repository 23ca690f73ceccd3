import { isClosed, type CampaignStatus } from '@campanero/contract/campaigns/status';
import { isExternalRole } from '@campanero/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useCallback, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { ActionButton } from '../../../../components/action-button.tsx';
import { UnsavedGuard } from '../../../../components/form/dialogs.tsx';
import { IconEye } from '../../../../components/icons.ts';
import { later } from '../../../../components/later.tsx';
import { PageSkeleton } from '../../../../components/page/page-header.tsx';
import { PageTabs, panelOf } from '../../../../components/page/page-tabs.tsx';
import { campaignQuery } from '../../../../features/campaigns/api.ts';
import { CampaignHeader } from '../../../../features/campaigns/campaign-header.tsx';
import { CampaignMenu } from '../../../../features/campaigns/campaign-menu.tsx';
import {
  EDIT_TABS,
  type EditTab,
  type EditTabProps,
  editTab,
  isRestricted,
  tabDraft,
  tabsFor,
} from '../../../../features/campaigns/edit/edit-tabs.tsx';
import { InformationTab, RunningInformationTab } from '../../../../features/campaigns/edit/information-tab.tsx';
import { mayAccess, primaryOf } from '../../../../lib/can.ts';
import { hasDraft } from '../../../../lib/draft.ts';
import { useAddressId, usePageTitle } from '../../../../lib/page.ts';
import { useSession } from '../../../../lib/session.ts';
import { paths } from '../../../pages.ts';
import { PageState } from '../../page-state.tsx';
import { useInformationChoices } from '../use-information-choices.ts';

const NO_TABS: ReadonlySet<EditTab> = new Set();

/** `/campaign/edit/{id}`: each tab is saved on its own; a closed campaign is read-only. */
export function CampaignEditPage() {
  const id = useAddressId();
  const session = useSession();
  const [address, setAddress] = useSearchParams();
  const [unsaved, setUnsaved] = useState(NO_TABS);
  const result = useQuery(campaignQuery(id));
  const live = result.data;
  // Tabs follow the status only while nothing is unsaved: unsaved input must not vanish with its tab.
  const [seen, setSeen] = useState<{ id: number; status: CampaignStatus }>();
  if (live && (seen?.id !== live.id || unsaved.size === 0) && (seen?.id !== live.id || seen.status !== live.status))
    setSeen({ id: live.id, status: live.status });
  const reload = useCallback(async () => {
    const { data } = await result.refetch();
    if (data) setSeen({ id: data.id, status: data.status });
    return data;
  }, [result]);
  // Tabs with a draft are mounted at once, so that their dot shows.
  const [visited, setVisited] = useState<ReadonlySet<EditTab>>(
    () => new Set(EDIT_TABS.filter((tab) => session && hasDraft(session.userId, tabDraft(id, tab)))),
  );
  usePageTitle(live ? `Editar ${live.name}` : 'Editar campaña');

  const tellDirty = useCallback((tab: EditTab, isDirty: boolean) => {
    setUnsaved((before) => {
      if (before.has(tab) === isDirty) return before;
      return isDirty ? new Set(before).add(tab) : new Set([...before].filter((each) => each !== tab));
    });
  }, []);

  if (!seen || !live) return <PageState query={result} of="campaign" />;
  if (isClosed(live)) return <Navigate to={paths.campaign(id)} replace />;

  const tabs = tabsFor(seen.status);
  const asked = EDIT_TABS.find((tab) => tab === address.get('tab'));
  const current = asked && tabs.includes(asked) ? asked : 'information';
  if (!visited.has(current)) setVisited(new Set(visited).add(current));
  return (
    <>
      <CampaignHeader campaign={live} title="Editar campaña">
        <ActionButton to={paths.campaign(id)} icon={IconEye}>
          Ver campaña
        </ActionButton>
        <CampaignMenu campaign={live} mayManage={mayAccess('campaign.manage', session)} />
      </CampaignHeader>
      <PageTabs
        id="edit"
        label="Partes de la campaña"
        tabs={tabs.map((tab) => editTab(tab, unsaved.has(tab)))}
        current={current}
        onChange={(tab) => setAddress(tab === 'information' ? {} : { tab }, { replace: true })}
      />
      {/* Visited tabs stay mounted with what was typed there. */}
      {tabs
        .filter((tab) => tab === current || visited.has(tab))
        .map((tab) => (
          <div key={`${id} ${tab}`} {...panelOf('edit', tab)} hidden={tab !== current}>
            <EditPanel
              tab={tab}
              campaign={live}
              status={seen.status}
              externalOnly={isExternalRole(primaryOf(session))}
              tellDirty={tellDirty}
              reload={reload}
            />
          </div>
        ))}
      <UnsavedGuard active={unsaved.size > 0} what="Si sale ahora, los cambios que no guardó se pierden." />
    </>
  );
}

const lazyTab = (load: () => Promise<ComponentType<EditTabProps>>) => later(load, <PageSkeleton />);
/** Lazy: the page has a script budget. */
const LAZY_TABS = {
  place: lazyTab(async () => (await import('./tabs.tsx')).PlaceTab),
  form: lazyTab(async () => (await import('./tabs.tsx')).FormTab),
  states: lazyTab(async () => (await import('../../../../features/campaigns/edit/states-tab.tsx')).StatesTab),
  scripts: lazyTab(async () => (await import('../../../../features/campaigns/edit/scripts-tab.tsx')).ScriptsTab),
  survey: lazyTab(async () => (await import('./survey-tab.tsx')).SurveyTab),
};

interface EditPanelProps extends Pick<EditTabProps, 'campaign' | 'reload'> {
  tab: EditTab;
  status: CampaignStatus;
  externalOnly: boolean;
  tellDirty: (tab: EditTab, isDirty: boolean) => void;
}

function EditPanel({ tab, campaign, status, externalOnly, tellDirty, reload }: EditPanelProps) {
  const choices = useInformationChoices();
  const onDirty = useCallback((isDirty: boolean) => tellDirty(tab, isDirty), [tellDirty, tab]);
  const shared = { campaign, onDirty, reload };
  if (tab !== 'information') {
    const Tab = LAZY_TABS[tab];
    return <Tab {...shared} />;
  }
  return isRestricted(status) ? (
    <RunningInformationTab {...shared} choices={choices} />
  ) : (
    <InformationTab {...shared} choices={choices} externalOnly={externalOnly} />
  );
}

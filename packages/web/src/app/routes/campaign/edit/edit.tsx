import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isClosed } from '@campanero/contract/campaigns/rules';
import { isExternalRole } from '@campanero/contract/roles';
import Button from '@mui/material/Button';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { UnsavedGuard } from '../../../../components/form/dialogs.tsx';
import { IconEye } from '../../../../components/icons.ts';
import { PageSkeleton } from '../../../../components/page/page-header.tsx';
import { CampaignHeader } from '../../../../features/campaigns/campaign-header.tsx';
import { CampaignMenu } from '../../../../features/campaigns/campaign-menu.tsx';
import { ConflictNote, useSeenCampaign } from '../../../../features/campaigns/edit/conflict-note.tsx';
import {
  EDIT_TABS,
  type EditTab,
  type EditTabProps,
  EditTabs,
  isRestricted,
  panelId,
  tabDraft,
  tabId,
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
import { FormTab, PlaceTab } from './tabs.tsx';

const NO_TABS: ReadonlySet<EditTab> = new Set();

/** `/campaign/edit/{id}`: tabs that save on their own; a campaign that is closed can only be looked at. */
export function CampaignEditPage() {
  const id = useAddressId();
  const session = useSession();
  const [address, setAddress] = useSearchParams();
  const [unsaved, setUnsaved] = useState(NO_TABS);
  const page = useSeenCampaign(id, unsaved.size > 0);
  const { seen, result, conflict } = page;
  // A tab with a draft opens with the page, so that its dot says so and leaving drops it.
  const [visited, setVisited] = useState<ReadonlySet<EditTab>>(
    () => new Set(EDIT_TABS.filter((tab) => session && hasDraft(session.userId, tabDraft(id, tab)))),
  );
  usePageTitle(seen ? `Editar ${seen.name}` : 'Editar campaña');

  const tellDirty = useCallback((tab: EditTab, isDirty: boolean) => {
    setUnsaved((before) => {
      if (before.has(tab) === isDirty) return before;
      const after = new Set(before);
      if (isDirty) after.add(tab);
      else after.delete(tab);
      return after;
    });
  }, []);

  if (!seen || !result.data) return <PageState query={result} of="campaign" />;
  const live = result.data;
  if (isClosed(live)) return <Navigate to={paths.campaign(id)} replace />;

  const tabs = tabsFor(seen.status);
  const asked = EDIT_TABS.find((tab) => tab === address.get('tab'));
  const current = asked && tabs.includes(asked) ? asked : 'information';
  if (!visited.has(current)) setVisited(new Set(visited).add(current));
  return (
    <>
      <CampaignHeader campaign={{ id, name: seen.name, status: live.status }} title="Editar campaña">
        <Button component={Link} to={paths.campaign(id)} startIcon={<IconEye size={18} stroke={1.75} aria-hidden />}>
          Ver campaña
        </Button>
        <CampaignMenu campaign={live} mayManage={mayAccess('campaign.manage', session)} />
      </CampaignHeader>
      {conflict !== 'none' && (
        <ConflictNote
          differences={typeof conflict === 'object' ? conflict.differences : undefined}
          isLoading={conflict === 'loading'}
          onLook={page.look}
          onClose={page.forgetConflict}
        />
      )}
      <EditTabs
        tabs={tabs}
        current={current}
        unsaved={unsaved}
        onChange={(tab) => setAddress(tab === 'information' ? {} : { tab }, { replace: true })}
      />
      {/* A tab once opened stays: what was typed there is still there on coming back. */}
      {tabs
        .filter((tab) => tab === current || visited.has(tab))
        .map((tab) => (
          <div
            key={`${id} ${tab}`}
            role="tabpanel"
            id={panelId(tab)}
            aria-labelledby={tabId(tab)}
            hidden={tab !== current}
          >
            <EditPanel
              tab={tab}
              campaign={seen}
              externalOnly={isExternalRole(primaryOf(session))}
              tellDirty={tellDirty}
              onSaved={page.onSaved}
              onConflict={page.onConflict}
            />
          </div>
        ))}
      <UnsavedGuard active={unsaved.size > 0} what="Si sale ahora, los cambios que no guardó se pierden." />
    </>
  );
}

/** Transfer lists and file rows come with the tab that needs them: the page itself stays within its script budget. */
const StatesTab = lazy(() =>
  import('../../../../features/campaigns/edit/states-tab.tsx').then((module) => ({
    default: module.StatesTab,
  })),
);
const ScriptsTab = lazy(() =>
  import('../../../../features/campaigns/edit/scripts-tab.tsx').then((module) => ({
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
function EditPanel({ tab, campaign, externalOnly, tellDirty, onSaved, onConflict }: EditPanelProps) {
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

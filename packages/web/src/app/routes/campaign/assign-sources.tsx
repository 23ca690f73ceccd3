import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { EVERYBODY } from '../../../features/loads/load-options.tsx';
import { spellingsQuery } from '../../../features/loads/places/spellings.ts';
import { LastLoadReport } from '../../../features/loads/report/last-load-report.tsx';
import { UploadPanel } from '../../../features/loads/upload/upload-panel.tsx';
import { locationsQuery } from '../../../features/lookups/api.ts';
import { useSession } from '../../../lib/session.ts';
import { paths } from '../../pages.ts';
import { AssignDashboard } from './assign-dashboard.tsx';
import { AssignForm } from './assign-form.tsx';
import { ASSIGN_TABS, type AssignTab, isAssignTab } from './assign-tabs.ts';

/** The dialog and its selectors come when it is opened: the page stays within its budget (UX-12). */
const PlaceFields = lazy(() =>
  import('../../../features/locations/place-fields.tsx').then((module) => ({ default: module.PlaceFields })),
);
const SpellingsDialog = lazy(() =>
  import('../../../features/loads/places/spellings-dialog.tsx').then((module) => ({
    default: module.SpellingsDialog,
  })),
);
const NO_SPELLINGS: readonly [] = [];

const TABS = Object.keys(ASSIGN_TABS) as AssignTab[];
const panelId = (tab: AssignTab) => `assign-panel-${tab}`;
const tabId = (tab: AssignTab) => `assign-tab-${tab}`;

interface AssignSourcesProps {
  campaignId: number;
  onAccepted: () => void;
}

/** The last load's report, then the three tabs; one once opened stays, with what was typed there. */
export function AssignSources({ campaignId, onAccepted }: AssignSourcesProps) {
  const session = useSession();
  const tree = useQuery(locationsQuery());
  const spellings = useQuery(spellingsQuery());
  const [areSpellingsOpen, setSpellingsOpen] = useState(false);
  const [address, setAddress] = useSearchParams();
  const [choice, setChoice] = useState(EVERYBODY);
  const asked = address.get('tab');
  const current: AssignTab = isAssignTab(asked) ? asked : 'upload';
  const [visited, setVisited] = useState<ReadonlySet<AssignTab>>(new Set([current]));
  if (!visited.has(current)) setVisited(new Set(visited).add(current));

  // Without the remembered spellings the preview is stricter than the load: better than none.
  const remembered = spellings.data ?? (spellings.isError ? NO_SPELLINGS : undefined);
  const { dropsPlaces } = choice;
  const places = useMemo(
    () => tree.data && remembered && { tree: tree.data, spellings: remembered, dropsUnknown: dropsPlaces },
    [tree.data, remembered, dropsPlaces],
  );

  const onShowSpellings = () => setSpellingsOpen(true);
  const shared = { campaignId, choice, onChoice: setChoice, onShowSpellings, onAccepted };
  const panels: Record<AssignTab, ReactNode> = {
    upload: <UploadPanel {...shared} userId={session?.userId ?? 0} places={places} />,
    dashboard: <AssignDashboard {...shared} />,
    form: <AssignForm {...shared} />,
  };
  return (
    <>
      <LastLoadReport campaignId={campaignId} loadPath={paths.campaignAssign(campaignId)} />
      <Tabs
        value={current}
        onChange={(_event, tab: AssignTab) => setAddress(tab === 'upload' ? {} : { tab }, { replace: true })}
        variant="scrollable"
        scrollButtons={false}
        aria-label="De dónde viene la audiencia"
        sx={{ mb: 4 }}
      >
        {TABS.map((tab) => (
          <Tab key={tab} value={tab} id={tabId(tab)} aria-controls={panelId(tab)} label={ASSIGN_TABS[tab]} />
        ))}
      </Tabs>
      {TABS.filter((tab) => visited.has(tab)).map((tab) => (
        <div key={tab} role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} hidden={tab !== current}>
          {panels[tab]}
        </div>
      ))}
      {areSpellingsOpen && (
        <Suspense fallback={null}>
          <SpellingsDialog
            renderPlace={(place, onChange) => <PlaceFields dense tree={tree.data} place={place} onChange={onChange} />}
            onClose={() => setSpellingsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

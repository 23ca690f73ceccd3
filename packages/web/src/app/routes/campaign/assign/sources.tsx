import { forms } from '@campanero/contract/forms/endpoints';
import { Skeleton, Tab, Tabs } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ChosenAudience } from '../../../../features/dashboard/audience-search-fields.tsx';
import { AudienceFacts, dashboardAudienceQuery } from '../../../../features/dashboard/dashboard-audiences.tsx';
import { FormFacts } from '../../../../features/forms/form-capacity.tsx';
import type { ChosenForm } from '../../../../features/forms/form-search-field.tsx';
import { ImportPanel } from '../../../../features/loads/import-panel.tsx';
import { EVERYBODY, type LoadChoice } from '../../../../features/loads/load-options.tsx';
import { spellingsQuery } from '../../../../features/loads/places/spellings.ts';
import { LastLoadReport } from '../../../../features/loads/report/last-load-report.tsx';
import { UploadPanel } from '../../../../features/loads/upload/upload-panel.tsx';
import { locationsQuery } from '../../../../features/lookups/api.ts';
import { useInstallation } from '../../../../lib/installation.ts';
import { endpointQuery } from '../../../../lib/queries.ts';
import { useSession } from '../../../../lib/session.ts';
import { paths } from '../../../pages.ts';

/** The three ways an audience comes in. */
const ASSIGN_TABS = { upload: 'Subir Audiencia', dashboard: 'Dashboard', form: 'Formulario' } as const;
type AssignTab = keyof typeof ASSIGN_TABS;

const isAssignTab = (name: string | null): name is AssignTab => name !== null && name in ASSIGN_TABS;

/** What every tab of the assign page is given. */
interface AssignTabProps {
  campaignId: number;
  /** One choice for all three: changing the source does not change whom one leaves out. */
  choice: LoadChoice;
  onChoice: (choice: LoadChoice) => void;
  onShowSpellings: () => void;
  onAccepted: () => void;
}

/** The dialog and its selectors come when it is opened: the page stays within its script budget. */
const PlaceFields = lazy(() =>
  import('../../../../features/locations/place-fields.tsx').then((module) => ({ default: module.PlaceFields })),
);
const SpellingsDialog = lazy(() =>
  import('../../../../features/loads/places/spellings-dialog.tsx').then((module) => ({
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
  const home = useInstallation();
  const places = useMemo(
    () => tree.data && remembered && { tree: tree.data, spellings: remembered, dropsUnknown: dropsPlaces, home },
    [tree.data, remembered, dropsPlaces, home],
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

/** The search comes with its tab: most audiences are files, and the page stays within its script budget. */
const AudienceSearchFields = lazy(() =>
  import('../../../../features/dashboard/audience-search-fields.tsx').then((module) => ({
    default: module.AudienceSearchFields,
  })),
);

/** Imports an audience of the phone dashboard. */
function AssignDashboard(props: AssignTabProps) {
  const [audience, setAudience] = useState<ChosenAudience | null>(null);
  const details = useQuery(dashboardAudienceQuery(audience?.id ?? ''));
  const found = audience && details.data;
  return (
    <ImportPanel
      {...props}
      source="dashboard"
      label="Dashboard"
      sourceId={audience?.id ?? null}
      search={
        <Suspense fallback={<Skeleton height={86} />}>
          <AudienceSearchFields audience={audience} onChange={setAudience} />
        </Suspense>
      }
      details={{ isError: details.isError, error: details.error, shown: found && <AudienceFacts audience={found} /> }}
      whyNot={undefined}
    />
  );
}

/** The search comes with its tab: most audiences are files, and the page stays within its script budget. */
const FormSearchField = lazy(() =>
  import('../../../../features/forms/form-search-field.tsx').then((module) => ({ default: module.FormSearchField })),
);

/** Imports the people enrolled in a form; only while it has any to give. */
function AssignForm(props: AssignTabProps) {
  const [form, setForm] = useState<ChosenForm | null>(null);
  const input = form ? { params: { formId: form.id } } : skipToken;
  const details = useQuery(endpointQuery('forms', forms.detail, input, { staleTime: 0, retry: false }));
  const found = form && details.data;
  return (
    <ImportPanel
      {...props}
      source="form"
      label="Formulario"
      sourceId={form?.id ?? null}
      search={
        <Suspense fallback={<Skeleton height={86} />}>
          <FormSearchField form={form} onChange={setForm} />
        </Suspense>
      }
      details={{ isError: details.isError, error: details.error, shown: found && <FormFacts form={found} /> }}
      whyNot={found && found.available <= 0 ? 'El formulario no tiene contactos disponibles.' : undefined}
    />
  );
}

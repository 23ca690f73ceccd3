import { type CampaignStatus, canMoveTo } from '@campanero/contract/campaigns/status';
import { dashboard } from '@campanero/contract/dashboard/endpoints';
import { forms } from '@campanero/contract/forms/endpoints';
import { Paper, Skeleton } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ActionButton } from '../../../../components/action-button.tsx';
import type { Choice } from '../../../../components/fields/choice-field.tsx';
import { IconLock } from '../../../../components/icons.ts';
import { later } from '../../../../components/later.tsx';
import { EmptyState } from '../../../../components/page/messages.tsx';
import { PageTabs, panelOf } from '../../../../components/page/page-tabs.tsx';
import { campaignQuery } from '../../../../features/campaigns/api.ts';
import { CampaignHeader } from '../../../../features/campaigns/campaign-header.tsx';
import { AudienceFacts } from '../../../../features/dashboard/audience-facts.tsx';
import { FormFacts } from '../../../../features/forms/form-capacity.tsx';
import { ImportPanel } from '../../../../features/loads/import-panel.tsx';
import { NO_EXCLUSIONS, type LoadPanelProps } from '../../../../features/loads/load-options.tsx';
import { spellingsQuery } from '../../../../features/loads/api.ts';
import { LastLoadReport } from '../../../../features/loads/report/last-load-report.tsx';
import { RunningLoad } from '../../../../features/loads/running-load.tsx';
import { BEING_VALIDATED } from '../../../../features/loads/texts.ts';
import { UploadPanel } from '../../../../features/loads/upload/upload-panel.tsx';
import { locationsQuery } from '../../../../features/lookups/api.ts';
import { useInstallation } from '../../../../lib/installation.ts';
import { useAddressId, usePageTitle } from '../../../../lib/page.ts';
import { endpointQuery } from '../../../../lib/queries.ts';
import { notify } from '../../../../lib/snackbar.ts';
import { paths } from '../../../pages.ts';
import { PageState } from '../../page-state.tsx';

/** `/campaign/detail/{id}/assign`: loads an audience, or shows the progress of the running load. */
export function CampaignAssignPage() {
  const id = useAddressId();
  const navigate = useNavigate();
  const result = useQuery(campaignQuery(id));
  const campaign = result.data;
  usePageTitle(campaign ? `Cargar audiencia: ${campaign.name}` : 'Cargar audiencia');
  if (!campaign) return <PageState query={result} of="campaign" />;
  const handleAccepted = () => {
    notify.info(BEING_VALIDATED, { links: [{ label: 'Ver progreso', to: paths.campaignAssign(id) }] });
    void navigate(paths.campaigns);
  };
  return (
    <>
      <CampaignHeader campaign={campaign} title="Cargar audiencia" />
      {campaign.status === 'CARGANDO AUDIENCIA' ? (
        <RunningLoad campaignId={id} />
      ) : canMoveTo(campaign.status, 'CARGANDO AUDIENCIA') ? (
        <AssignSources campaignId={id} onAccepted={handleAccepted} />
      ) : (
        <AssignClosed campaign={campaign} />
      )}
    </>
  );
}

function AssignClosed({ campaign }: { campaign: { id: number; status: CampaignStatus } }) {
  const isInReview = campaign.status === 'REVISANDO';
  return (
    <>
      <LastLoadReport campaignId={campaign.id} campaignLink={paths.campaign} />
      <Paper sx={{ display: 'grid', placeItems: 'center', minHeight: 280 }}>
        <EmptyState
          icon={<IconLock size={20} stroke={1.75} />}
          title="La campaña ya no admite audiencia"
          reason={
            isInReview
              ? 'Pasó su fecha de fin: extiéndala en Editar campaña para poder cargar contactos.'
              : 'Está finalizada: solo se puede consultar.'
          }
          action={
            <ActionButton size="small" to={isInReview ? paths.campaignEdit(campaign.id) : paths.campaign(campaign.id)}>
              {isInReview ? 'Editar campaña' : 'Ver campaña'}
            </ActionButton>
          }
        />
      </Paper>
    </>
  );
}

const ASSIGN_TABS = { upload: 'Subir Audiencia', dashboard: 'Dashboard', form: 'Formulario' } as const;
type AssignTab = keyof typeof ASSIGN_TABS;

/** Lazy: the page has a script budget. */
const PlaceFields = later(() => import('../../../../features/locations/place-fields.tsx').then((m) => m.PlaceFields));
const SpellingsDialog = later(() =>
  import('../../../../features/loads/places/spellings-dialog.tsx').then((m) => m.SpellingsDialog),
);
const NO_SPELLINGS: readonly [] = [];

const TABS = Object.keys(ASSIGN_TABS) as AssignTab[];

/** Visited tabs stay mounted, with what was typed there. */
function AssignSources({ campaignId, onAccepted }: { campaignId: number; onAccepted: () => void }) {
  const tree = useQuery(locationsQuery());
  const spellings = useQuery(spellingsQuery());
  const [areSpellingsOpen, setSpellingsOpen] = useState(false);
  const [address, setAddress] = useSearchParams();
  const [choice, setChoice] = useState(NO_EXCLUSIONS);
  const current = TABS.find((tab) => tab === address.get('tab')) ?? 'upload';
  const [visited, setVisited] = useState<ReadonlySet<AssignTab>>(new Set([current]));
  if (!visited.has(current)) setVisited(new Set(visited).add(current));

  // Without the remembered spellings the preview is only stricter than the load.
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
    upload: <UploadPanel key={campaignId} {...shared} places={places} />,
    dashboard: <AssignDashboard {...shared} />,
    form: <AssignForm {...shared} />,
  };
  return (
    <>
      <LastLoadReport
        campaignId={campaignId}
        campaignLink={paths.campaign}
        loadPath={paths.campaignAssign(campaignId)}
      />
      <PageTabs
        id="assign"
        label="De dónde viene la audiencia"
        tabs={TABS.map((key) => ({ key, label: ASSIGN_TABS[key] }))}
        current={current}
        onChange={(tab) => setAddress(tab === 'upload' ? {} : { tab }, { replace: true })}
      />
      {TABS.filter((tab) => visited.has(tab)).map((tab) => (
        <div key={tab} {...panelOf('assign', tab)} hidden={tab !== current}>
          {panels[tab]}
        </div>
      ))}
      {areSpellingsOpen && (
        <SpellingsDialog
          renderPlace={(place, onChange) => <PlaceFields dense tree={tree.data} place={place} onChange={onChange} />}
          onClose={() => setSpellingsOpen(false)}
        />
      )}
    </>
  );
}

const AudienceSearchFields = later(
  () => import('../../../../features/dashboard/audience-search-fields.tsx').then((m) => m.AudienceSearchFields),
  <Skeleton height={86} />,
);

function AssignDashboard(props: LoadPanelProps) {
  const [audience, setAudience] = useState<Choice<string> | null>(null);
  const input = audience ? { params: { audienceId: audience.id } } : skipToken;
  const details = useQuery(endpointQuery('dashboard', dashboard.detail, input, { staleTime: 0, retry: false }));
  const found = audience && details.data;
  return (
    <ImportPanel
      {...props}
      source="dashboard"
      label="Dashboard"
      sourceId={audience?.id ?? null}
      search={<AudienceSearchFields audience={audience} onChange={setAudience} />}
      details={{ isError: details.isError, error: details.error, shown: found && <AudienceFacts audience={found} /> }}
      whyNot={undefined}
    />
  );
}

const FormSearchField = later(
  () => import('../../../../features/forms/form-search-field.tsx').then((m) => m.FormSearchField),
  <Skeleton height={86} />,
);

function AssignForm(props: LoadPanelProps) {
  const [form, setForm] = useState<Choice<string> | null>(null);
  const input = form ? { params: { formId: form.id } } : skipToken;
  const details = useQuery(endpointQuery('forms', forms.detail, input, { staleTime: 0, retry: false }));
  const found = form && details.data;
  return (
    <ImportPanel
      {...props}
      source="form"
      label="Formulario"
      sourceId={form?.id ?? null}
      search={<FormSearchField form={form} onChange={setForm} />}
      details={{ isError: details.isError, error: details.error, shown: found && <FormFacts form={found} /> }}
      whyNot={found && found.available <= 0 ? 'El formulario no tiene contactos disponibles.' : undefined}
    />
  );
}

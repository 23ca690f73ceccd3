import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { later } from '../../../../components/later.tsx';
import { Faint, Line, PlainList, Stacked } from '../../../../components/layout.tsx';
import { FactList } from '../../../../components/page/fact-list.tsx';
import { PageTabs, panelOf } from '../../../../components/page/page-tabs.tsx';
import { AUDIENCE_TABS, type AudienceTab } from '../../../../features/audience/list/audience-filters.ts';
import { ScriptRow } from '../../../../features/campaigns/script-row.tsx';
import { FactsCard, PeopleCard } from '../../../../features/campaigns/view/cards.tsx';
import { FormName } from '../../../../features/forms/form-capacity.tsx';
import { useLastLoad } from '../../../../features/loads/api.ts';
import { LastLoadReport, LoadStrip } from '../../../../features/loads/report/last-load-report.tsx';
import { createStore, useStore } from '../../../../lib/external-store.ts';
import { LOW_WINDOW } from '../../../../theme/tokens.ts';
import { paths } from '../../../pages.ts';

const PastLoads = later(() => import('../../../../features/loads/past-loads.tsx').then((m) => m.PastLoads));

const Plain = ({ children }: { children: ReactNode }) => <Paper sx={{ p: 5 }}>{children}</Paper>;
const None = ({ children }: { children: ReactNode }) => (
  <Plain>
    <Typography color="textSecondary">{children}</Typography>
  </Plain>
);

const PANELS: Record<Exclude<AudienceTab, 'audience'>, (campaign: CampaignDetail) => ReactNode> = {
  information: (campaign) => (
    <Stacked gap={3.5} sx={{ alignItems: 'start', gridTemplateColumns: { lg: 'minmax(0, 1fr) 22rem' } }}>
      <Stacked>
        <FactsCard campaign={campaign} isManager />
        <PastLoads campaignId={campaign.id} campaignLink={paths.campaign} />
      </Stacked>
      <PeopleCard campaign={campaign} />
    </Stacked>
  ),
  place: ({ districtName, sectionName, subsectionName }) => (
    <Plain>
      <FactList
        facts={[
          { label: 'Distrito', value: districtName ?? '—' },
          { label: 'Sección', value: sectionName ?? '—' },
          { label: 'Subsección', value: subsectionName ?? '—' },
        ]}
      />
    </Plain>
  ),
  script: ({ scripts }) =>
    scripts.length === 0 ? (
      <None>La campaña no tiene scripts.</None>
    ) : (
      <Stacked component={PlainList} aria-label="Scripts" gap={2} sx={{ '& > li': { bgcolor: 'background.paper' } }}>
        {scripts.map((script) => (
          <ScriptRow key={script.id} script={script} />
        ))}
      </Stacked>
    ),
  // The capacity is in the header of the page.
  form: ({ formId, formName, formUrl }) =>
    formId === null ? (
      <None>La campaña no tiene formulario.</None>
    ) : (
      <Plain>
        <FactList
          facts={[
            {
              label: 'Nombre',
              value: (formName ?? formUrl) ? <FormName formName={formName} formUrl={formUrl} /> : '—',
            },
            { label: 'Id', value: <bdi>{formId}</bdi> },
          ]}
        />
      </Plain>
    ),
};

/** Ids of loads whose report is expanded, until the page is reloaded. */
const openedReports = createStore<ReadonlySet<number>>(new Set());

const KINDS = { csv: 'Archivo', dashboard: 'Dashboard', form: 'Formulario', campaign: 'Campaña' } as const;

/** The report of the last load, collapsed to one line at first. */
function AudienceSource({ campaign }: { campaign: CampaignDetail }) {
  const opened = useStore(openedReports);
  const load = useLastLoad(campaign.id).data;
  if (load && load.status !== 'RUNNING') {
    const set = (ids: number[]) => openedReports.set(new Set(ids));
    return opened.has(load.id) ? (
      <LastLoadReport
        campaignId={campaign.id}
        campaignLink={paths.campaign}
        onHide={() => set([...opened].filter((id) => id !== load.id))}
      />
    ) : (
      <LoadStrip campaignId={campaign.id} load={load} onOpen={() => set([...opened, load.id])} />
    );
  }
  const { audienceName, audienceType } = campaign;
  const name = audienceName ?? load?.name;
  const kind = audienceType ?? load?.source;
  if (!name) return null;
  return (
    <Line
      component={Paper}
      role="region"
      aria-label="Origen de la audiencia"
      sx={{ minHeight: 40, px: 4, py: 0.5, mb: 3.5, typography: 'body2' }}
    >
      <Box component="span" sx={{ color: 'text.disabled', whiteSpace: 'nowrap' }}>
        {kind ? KINDS[kind] : 'Origen'}
      </Box>
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Box>
    </Line>
  );
}

const LABELS: Record<AudienceTab, string> = {
  information: 'Información',
  place: 'Ubicación',
  script: 'Script',
  form: 'Formulario',
  audience: 'Audiencia',
};
const FIRST: AudienceTab = 'audience';

interface DetailTabsProps {
  campaign: CampaignDetail;
  tab: AudienceTab | undefined;
  onTab: (tab: AudienceTab | undefined) => void;
  total: number | undefined;
  /** In the line of the tabs on wide windows, below it elsewhere. */
  aside?: ReactNode;
}

/** The tabs above the audience, for managers. */
export function DetailTabs({ campaign, tab = FIRST, onTab, total, aside }: DetailTabsProps) {
  const labelOf = (key: AudienceTab) => (
    <Line component="span" sx={{ display: 'inline-flex', alignItems: 'baseline' }}>
      {LABELS[key]}
      {key === 'audience' && total !== undefined && (
        <Faint component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {formatCount(total)}
        </Faint>
      )}
    </Line>
  );
  return (
    <>
      <Box sx={{ position: 'relative', mb: 3, [`@media ${LOW_WINDOW}`]: { mb: 2 } }}>
        <PageTabs
          id="detail"
          label="Partes de la campaña"
          tabs={AUDIENCE_TABS.map((key) => ({ key, label: labelOf(key) }))}
          current={tab}
          onChange={(chosen) => onTab(chosen === FIRST ? undefined : chosen)}
          sx={{}}
        />
        {aside}
      </Box>
      <div {...panelOf('detail', tab)}>
        {tab === 'audience' ? (
          <AudienceSource campaign={campaign} />
        ) : (
          <Box sx={{ mb: 3.5 }}>{PANELS[tab](campaign)}</Box>
        )}
      </div>
    </>
  );
}

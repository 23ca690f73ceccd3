import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { Box, Link, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Stacked } from '../../../../components/layout.tsx';
import { FactList } from '../../../../components/page/fact-list.tsx';
import { safeLink } from '../../../../components/safe-link.ts';
import type { AudienceTab } from '../../../../features/audience/list/audience-filters.ts';
import { ScriptRow } from '../../../../features/campaigns/script-row.tsx';
import { FactsCard, PeopleCard } from '../../../../features/campaigns/view/cards.tsx';
import { useLastLoad } from '../../../../features/loads/api.ts';
import { LastLoadReport } from '../../../../features/loads/report/last-load-report.tsx';
import { LoadStrip } from '../../../../features/loads/report/load-strip.tsx';
import { createStore, useStore } from '../../../../lib/external-store.ts';

export function DetailPanel({ tab, campaign }: { tab: AudienceTab; campaign: CampaignDetail }) {
  switch (tab) {
    case 'information':
      return (
        <Below>
          <Box
            sx={{
              display: 'grid',
              gap: 3.5,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 22rem' },
            }}
          >
            <FactsCard campaign={campaign} isManager />
            <PeopleCard campaign={campaign} />
          </Box>
        </Below>
      );
    case 'place':
      return (
        <Below>
          <Plain>
            <FactList
              facts={[
                { label: 'Distrito', value: campaign.districtName ?? '—' },
                { label: 'Sección', value: campaign.sectionName ?? '—' },
                { label: 'Subsección', value: campaign.subsectionName ?? '—' },
              ]}
            />
          </Plain>
        </Below>
      );
    case 'script':
      return (
        <Below>
          <ScriptList scripts={campaign.scripts} />
        </Below>
      );
    case 'form':
      return (
        <Below>
          <FormFacts campaign={campaign} />
        </Below>
      );
    case 'audience':
      return <AudienceSource campaign={campaign} />;
  }
}

/** Space above the table. */
const Below = ({ children }: { children: ReactNode }) => <Box sx={{ mb: 3.5 }}>{children}</Box>;

const Plain = ({ children }: { children: ReactNode }) => <Paper sx={{ p: 5 }}>{children}</Paper>;

function ScriptList({ scripts }: Pick<CampaignDetail, 'scripts'>) {
  if (scripts.length === 0)
    return (
      <Plain>
        <Typography color="textSecondary">La campaña no tiene scripts.</Typography>
      </Plain>
    );
  return (
    <Stacked
      component="ul"
      aria-label="Scripts"
      gap={2}
      sx={{ listStyle: 'none', m: 0, p: 0, '& > li': { bgcolor: 'background.paper' } }}
    >
      {scripts.map((script) => (
        <ScriptRow key={script.id} script={script} />
      ))}
    </Stacked>
  );
}

/** The capacity is in the header of the page. */
function FormFacts({ campaign: { formId, formName, formUrl } }: { campaign: CampaignDetail }) {
  const address = safeLink(formUrl);
  return (
    <Plain>
      {formId === null ? (
        <Typography color="textSecondary">La campaña no tiene formulario.</Typography>
      ) : (
        <FactList
          facts={[
            {
              label: 'Nombre',
              value: address ? (
                <Link href={address} target="_blank" rel="noopener noreferrer">
                  {formName ?? address}
                </Link>
              ) : (
                (formName ?? '—')
              ),
            },
            { label: 'Id', value: <bdi>{formId}</bdi> },
          ]}
        />
      )}
    </Plain>
  );
}

/** Ids of loads whose report is expanded, until the page is reloaded. */
const openedReports = createStore<ReadonlySet<number>>(new Set());

const KINDS = { csv: 'Archivo', dashboard: 'Dashboard', form: 'Formulario' } as const;

/** The report of the last load, collapsed to one line at first. */
function AudienceSource({ campaign }: { campaign: CampaignDetail }) {
  const opened = useStore(openedReports);
  const load = useLastLoad(campaign.id).data;
  if (load && load.status !== 'RUNNING') {
    if (!opened.has(load.id))
      return (
        <LoadStrip
          campaignId={campaign.id}
          load={load}
          onOpen={() => openedReports.set(new Set([...opened, load.id]))}
        />
      );
    return (
      <LastLoadReport
        campaignId={campaign.id}
        onHide={() => openedReports.set(new Set([...opened].filter((id) => id !== load.id)))}
      />
    );
  }
  const { audienceName, audienceType } = campaign;
  const name = audienceName ?? load?.name;
  const kind = audienceType ?? load?.source;
  if (!name) return null;
  return (
    <Paper
      component="section"
      aria-label="Origen de la audiencia"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: 40,
        px: 4,
        py: 0.5,
        mb: 3.5,
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ color: 'text.disabled', whiteSpace: 'nowrap' }}>
        {kind ? KINDS[kind] : 'Origen'}
      </Box>
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Box>
    </Paper>
  );
}

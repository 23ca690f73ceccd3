import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { IconPlus } from '../../components/icons.ts';
import { PageHeader } from '../../components/page-header.tsx';
import type { LoadLine } from '../../features/campaigns/components/campaign-columns.tsx';
import { CampaignList } from '../../features/campaigns/components/campaign-list.tsx';
import { useCampaignList } from '../../features/campaigns/hooks/use-campaign-list.ts';
import type { CampaignLinks } from '../../features/campaigns/row-actions.ts';
import { campaignCount } from '../../features/campaigns/texts.ts';
import { objectivesQuery, usersQuery } from '../../features/lookups/api/lookups.ts';
import { mayAccess } from '../../lib/can.ts';
import { useSession } from '../../lib/session.ts';
import { campaignLinks } from '../campaign-links.ts';

/** Its calendar would weigh on the first page somebody sees; most visits never open it. */
const loadFilterDialog = () => import('../../features/campaigns/components/campaign-filter-dialog.tsx');
const CampaignFilterDialog = lazy(async () => ({ default: (await loadFilterDialog()).CampaignFilterDialog }));

/** Only for whoever may load, and only while something loads. */
const LoadProgressLine = lazy(async () => ({
  default: (await import('../../features/loads/components/load-progress-line.tsx')).LoadProgressLine,
}));
const loadLine: LoadLine = ({ id, name }) => (
  <Suspense fallback={null}>
    <LoadProgressLine campaignId={id} campaignName={name} />
  </Suspense>
);

interface CampaignsPageProps {
  /** Where a campaign's pages are, of those that exist. */
  links?: CampaignLinks;
}

export function CampaignsPage({ links = campaignLinks() }: CampaignsPageProps) {
  const session = useSession();
  const mayCreate = mayAccess('campaign.create', session);
  const rights = { mayChooseType: mayAccess('campaign.type', session), maySeeExternalId: mayCreate };
  const list = useCampaignList(rights);
  const [isFiltering, setFiltering] = useState(false);

  // Names are needed by the open form, and by the tag of a filter that names somebody.
  const objectives = useQuery({ ...objectivesQuery(), enabled: isFiltering || list.query.objectiveId !== undefined });
  const people = useQuery({ ...usersQuery(), enabled: isFiltering || list.query.userId !== undefined });
  const choices = { objectives: objectives.data, people: people.data };

  return (
    <>
      <PageHeader
        title="Campañas"
        aside={list.result.data && campaignCount(list.result.data.totalElementsCount)}
        action={
          mayCreate &&
          links.create && (
            <Button
              variant="contained"
              component={Link}
              to={links.create}
              startIcon={<IconPlus size={18} stroke={2} aria-hidden />}
            >
              Crear Campaña
            </Button>
          )
        }
      />
      <CampaignList
        list={list}
        rights={rights}
        choices={choices}
        links={links}
        mayEdit={mayCreate}
        loadLine={mayAccess('audience.load', session) ? loadLine : undefined}
        onOpenFilters={() => setFiltering(true)}
      />
      {isFiltering && (
        <Suspense fallback={null}>
          <CampaignFilterDialog
            filters={list.query}
            rights={rights}
            choices={choices}
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

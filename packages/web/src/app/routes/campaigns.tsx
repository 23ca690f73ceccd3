import type { CampaignListRow } from '@campanero/contract/campaigns/schemas';
import { useQuery } from '@tanstack/react-query';
import { AddButton } from '../../components/action-button.tsx';
import { later } from '../../components/later.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { StartCallingButton } from '../../features/calls/start-calling.tsx';
import type { LoadLine } from '../../features/campaigns/list/campaign-columns.tsx';
import { CampaignList, useCampaignList } from '../../features/campaigns/list/campaign-list.tsx';
import { PhaseTabs } from '../../features/campaigns/list/phase-tabs.tsx';
import { callableCount, campaignCount } from '../../features/campaigns/texts.ts';
import { objectiveNamesQuery, usersQuery } from '../../features/lookups/api.ts';
import { mayAccess } from '../../lib/can.ts';
import { useNow } from '../../lib/clock.ts';
import { useSession } from '../../lib/session.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { DueCallbacks, useCallingStart } from '../operator/calling.tsx';
import { paths } from '../pages.ts';

const LoadProgressLine = later(() =>
  import('../../features/loads/load-progress-line.tsx').then((m) => m.LoadProgressLine),
);
const loadLine: LoadLine = ({ id, name }, mayLink) => (
  <LoadProgressLine campaignId={id} campaignName={name} to={mayLink ? paths.campaignAssign(id) : undefined} />
);

const FirstDayReminder = later(() =>
  import('../../features/installation/first-day.tsx').then((m) => m.FirstDayReminder),
);

/** The reason of the calling rules, unless the campaign has opened since. */
const closedReason = ({ closed }: CampaignListRow, now: Date) =>
  closed && new Date(closed.until) > now ? closed.reason : undefined;

/** The reason with the earliest opening, if no campaign can be called now. */
function closedForAll(campaigns: readonly CampaignListRow[], now: Date): string | undefined {
  const callable = campaigns.filter(({ openForCalls }) => openForCalls);
  if (callable.some((campaign) => closedReason(campaign, now) === undefined)) return undefined;
  return callable.flatMap(({ closed }) => closed ?? []).toSorted((a, b) => a.until.localeCompare(b.until))[0]?.reason;
}

export function CampaignsPage() {
  const session = useSession();
  const mayCreate = mayAccess('campaign.create', session);
  const isCaller = !mayAccess('campaign.manage', session);
  const sight = { mayChooseType: mayAccess('campaign.type', session), maySeeExternalId: mayCreate, isCaller };
  const list = useCampaignList(sight);
  const now = useNow();
  const { start, startingIn } = useCallingStart();
  const page = list.result.data;
  const closed = isCaller && page ? closedForAll(page.campaigns, now) : undefined;
  const first = isCaller
    ? page?.campaigns.find((campaign) => campaign.openForCalls && closedReason(campaign, now) === undefined)
    : undefined;
  useShortcut('next', () => first && start(first.id), { enabled: first !== undefined });
  const objectives = useQuery({ ...objectiveNamesQuery(), enabled: list.needs('objectiveId') });
  const people = useQuery({ ...usersQuery(), enabled: list.needs('userId') });

  const create = mayCreate && <AddButton to={paths.campaignCreate}>Crear Campaña</AddButton>;
  return (
    <>
      <PageHeader
        title="Campañas"
        aside={
          isCaller ? (
            page &&
            (closed === undefined
              ? callableCount(page.openForCallsCount, page.totalElementsCount)
              : campaignCount(page.totalElementsCount))
          ) : (
            <PhaseTabs
              counts={page?.phaseCounts}
              chosen={list.query.phase}
              onChoose={(phase) => list.change({ phase })}
            />
          )
        }
        action={create}
      />
      {isCaller && <DueCallbacks />}
      {page?.totalElementsCount === 0 && !list.query.phase && mayAccess('users', session) && (
        <FirstDayReminder to={paths.firstDay} />
      )}
      <CampaignList
        list={list}
        sight={sight}
        names={{ objectives: objectives.data, people: people.data }}
        closed={closed}
        links={paths}
        mayEdit={mayCreate}
        begin={create}
        renderCall={(campaign) =>
          campaign.openForCalls ? (
            <StartCallingButton
              label="Llamar"
              about={`en ${campaign.name}`}
              reason={closedReason(campaign, now)}
              size="small"
              variant={campaign.id === first?.id ? 'contained' : 'outlined'}
              isStarting={startingIn === campaign.id}
              onStart={() => start(campaign.id)}
            />
          ) : null
        }
        loadLine={mayAccess('audience.load', session) ? loadLine : undefined}
      />
    </>
  );
}

import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { isClosed } from '@campanero/contract/campaigns/status';
import { shortDistrict } from '@campanero/contract/lookups/schemas';
import { surveyResults } from '@campanero/contract/surveys/results-endpoints';
import { resultsQuery } from '@campanero/contract/surveys/results-schemas';
import { Box, Paper } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useAddress } from '../../../../components/list/define-list.ts';
import { ListFilterDialog } from '../../../../components/list/filter-dialog.tsx';
import { tagsOf } from '../../../../components/list/filters.ts';
import { FilterBar } from '../../../../components/list/list-table.tsx';
import { QueryState } from '../../../../components/page/query-state.tsx';
import { SpanFields } from '../../../../features/campaign-statistics/span-fields.tsx';
import { RatesCard } from '../../../../features/surveys/results/rates-card.tsx';
import { ResultsBoard } from '../../../../features/surveys/results/results-board.tsx';
import { resultsAddress, resultsFields, resultsForm } from '../../../../features/surveys/results/results-filters.tsx';
import { AnswersExport } from '../../../../features/exports/export-menu.tsx';
import { locationsQuery } from '../../../../features/lookups/api.ts';
import { QuotaBoardCard } from '../../../../features/surveys/quotas/quota-board.tsx';
import { mayAccess } from '../../../../lib/can.ts';
import { useSession } from '../../../../lib/session.ts';
import { paths } from '../../../pages.ts';
import { useActivity } from '../../../../lib/live/activity.ts';
import { keepForSame } from '../../../../lib/changes.ts';
import { endpointQuery } from '../../../../lib/queries.ts';
import { useAudienceChoices } from '../audience/audience-choices.tsx';

const FAILED = 'Hubo un fallo con el servidor, inténtelo de nuevo o contacte con el soporte.';

/** What people answered, for those who see the statistics of the whole campaign. */
export function ResultsTab({ campaign }: { campaign: CampaignDetail }) {
  const session = useSession();
  const { query, change } = useAddress(resultsAddress);
  const { tab: _tab, ...filters } = query;
  const checked = resultsQuery.safeParse(filters);
  const errors = checked.success ? {} : z.flattenError(checked.error).fieldErrors;
  const [isFiltering, setFiltering] = useState(false);
  const choices = useAudienceChoices(campaign, undefined, {
    operators: isFiltering || filters.operatorId !== undefined,
    places: isFiltering || filters.districtId !== undefined,
  });
  const params = { id: campaign.id };
  const results = useQuery(
    endpointQuery(
      'survey-results',
      surveyResults.results,
      { params, query: filters },
      { placeholderData: keepForSame(params), enabled: checked.success },
    ),
  );
  const rates = useQuery(endpointQuery('survey-results', surveyResults.rates, { params }));
  // A request under way is not begun anew: a busy campaign tells of several answers a second.
  const again = { cancelRefetch: false };
  useActivity({
    campaignId: campaign.id,
    refetch: () => checked.success && Promise.all([results.refetch(again), rates.refetch(again)]),
  });
  const fields = resultsFields(results.data?.questions ?? [], choices);
  const hasDates = filters.fromdate !== undefined || filters.todate !== undefined;
  const without = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]));
  return (
    <>
      <SpanFields
        span={{ fromdate: filters.fromdate, todate: filters.todate }}
        hasDates={hasDates}
        isValid={checked.success}
        errors={errors}
        change={change}
        note={hasDates ? 'Se cuentan las entrevistas guardadas por última vez entre las fechas.' : ''}
      />
      <Paper
        sx={{ mb: 3.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', '& > :first-of-type': { flex: 1 } }}
      >
        <FilterBar
          placeholder={undefined}
          tags={tagsOf(resultsForm, fields, filters)}
          list={{
            result: results,
            search: '',
            onSearch: () => undefined,
            onClear: () => change(without(resultsForm.names)),
            onRemove: (names) => change(without(names)),
            onFiltering: setFiltering,
          }}
        />
        {checked.success && mayAccess('export', session) && (
          <Box sx={{ p: 3 }}>
            <AnswersExport campaign={campaign} query={filters} linkTo={paths.export} />
          </Box>
        )}
      </Paper>
      {results.data ? (
        <ResultsBoard campaignId={campaign.id} results={results.data} filters={filters} />
      ) : (
        <QueryState query={results} height={320} failed={FAILED} />
      )}
      <Box sx={{ mt: 3.5 }}>
        <Quotas campaign={campaign} />
      </Box>
      {rates.data && (
        <Box sx={{ mt: 3.5 }}>
          <RatesCard rates={rates.data} />
        </Box>
      )}
      {isFiltering && (
        <ListFilterDialog
          form={resultsForm}
          fields={fields}
          given={filters}
          onClose={() => setFiltering(false)}
          onApply={(applied) => {
            change({ ...without(resultsForm.names), ...applied });
            setFiltering(false);
          }}
        />
      )}
    </>
  );
}

/** With the sections that a cell may be of. */
function Quotas({ campaign }: { campaign: CampaignDetail }) {
  const mayChange = mayAccess('campaign.create', useSession()) && !isClosed(campaign);
  const tree = useQuery({ ...locationsQuery(), enabled: mayChange });
  const sections = tree.data?.flatMap((district) =>
    district.sections.map(({ id, name }) => ({ id, name: `${name} (${shortDistrict(district.name)})` })),
  );
  return <QuotaBoardCard campaign={campaign} mayChange={mayChange} sections={sections} />;
}

import { productDay } from '@campanero/contract/shared/dates';
import { formatCount, formatShare } from '@campanero/contract/shared/numbers';
import type { Channel } from '@campanero/contract/surveys/schemas';
import type { QuestionResult, ResultsFilters, SurveyResults } from '@campanero/contract/surveys/results-schemas';
import { Box, Typography } from '@mui/material';
import { Fragment } from 'react';
import { ChartCard } from '../../../components/chart/chart-card.tsx';
import { Columns } from '../../../components/chart/columns.tsx';
import type { ChartData, ChartSlot } from '../../../components/chart/data.ts';
import { dayColumns } from '../../../components/chart/day-columns.ts';
import { type Kpi, KpiStrip } from '../../../components/chart/kpi-strip.tsx';
import { Stacked } from '../../../components/layout.tsx';
import { now } from '../../../lib/clock.ts';
import { QuestionCard } from './question-card.tsx';
import { TextsCard } from './texts-card.tsx';

const GAP = 3.5;
const BY_CHANNEL: Record<Channel, string> = { phone: 'Por teléfono', mail: 'Por mail', whatsapp: 'Por WhatsApp' };

const kpi = (label: string, value: number, base: number, slot: ChartSlot): Kpi => ({
  label,
  value: formatCount(value),
  share: { text: formatShare(value, base), part: base > 0 ? value / base : 0, slot },
});

interface ResultsBoardProps {
  campaignId: number;
  results: SurveyResults;
  filters: ResultsFilters;
}

export function ResultsBoard({ campaignId, results, filters }: ResultsBoardProps) {
  const { begun, complete, channels, questions } = results;
  return (
    <Stacked gap={GAP}>
      <KpiStrip
        title="Entrevistas"
        subtitle="Porcentajes sobre las comenzadas"
        figures={[
          kpi('Comenzadas', begun, begun, 8),
          kpi('Completas', complete, begun, 1),
          ...channels.map(({ channel, begun: n }) => kpi(BY_CHANNEL[channel], n, begun, 3)),
        ]}
      />
      <Days results={results} />
      <Questions campaignId={campaignId} questions={questions} filters={filters} />
    </Stacked>
  );
}

function Days({ results: { days } }: Pick<ResultsBoardProps, 'results'>) {
  const columns = dayColumns(
    days.map(({ date, begun, complete }) => ({ date, values: [complete, begun - complete] })),
    productDay(now()),
  );
  const data: ChartData = {
    ...columns,
    unit: 'count',
    additive: true,
    series: [
      { key: 'complete', name: 'Completas', slot: 1 },
      { key: 'begun', name: 'Sin terminar', slot: 8 },
    ],
  };
  const title = `Entrevistas por ${columns.axis === 'Día' ? 'día' : 'semana'}`;
  return (
    <ChartCard
      title={title}
      subtitle="Por la última vez que se guardaron"
      data={data}
      legend="totals"
      emptyText="Todavía no hay entrevistas."
    >
      {(visible) => <Columns title={title} data={visible} stacked />}
    </ChartCard>
  );
}

const RETIRED = 'Ya no se preguntan';
const isText = ({ kind }: QuestionResult) => kind === 'short' || kind === 'long';

/** Two columns where there is room; what belongs to a section stands below its title. */
function Questions({
  campaignId,
  questions,
  filters,
}: Omit<ResultsBoardProps, 'results'> & { questions: QuestionResult[] }) {
  const sections = [...Map.groupBy(questions, ({ isRetired, section }) => (isRetired ? RETIRED : section))];
  return sections.map(([section, asked]) => (
    <Fragment key={section}>
      {section && (
        <Typography variant="h2" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
          {section}
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: GAP,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          '@media print': { gridTemplateColumns: 'minmax(0, 1fr)', '& > *': { breakInside: 'avoid' } },
        }}
      >
        {asked.map((question) =>
          isText(question) ? (
            <TextsCard key={question.id} campaignId={campaignId} question={question} filters={filters} />
          ) : (
            <QuestionCard key={question.id} question={question} />
          ),
        )}
      </Box>
    </Fragment>
  ));
}

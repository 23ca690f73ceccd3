import { questions } from '@campanero/contract/questions/endpoints';
import {
  type Question,
  questionFilters,
  questionListQuery,
  type QuestionOrder,
} from '@campanero/contract/questions/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Box, Button, styled } from '@mui/material';
import { Hint, RowName } from '../../components/layout.tsx';
import { defineList } from '../../components/list/define-list.ts';
import { filterForm } from '../../components/list/filters.ts';
import { ListTable } from '../../components/list/list-table.tsx';
import { TwoLineCell } from '../../components/table/cells.tsx';
import type { Column } from '../../components/table/types.ts';
import { useNow } from '../../lib/clock.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { dotted } from '../../lib/text/dotted.ts';
import { MINUTE_MS, spanInWords } from '../../lib/text/when.ts';

export const useQuestionList = defineList({
  address: questionListQuery,
  ask: (query) => endpointQuery('questions', questions.list, { query }),
  filters: filterForm(questionFilters),
});

/** Read whole, so that most can be answered without opening the contact. */
const Words = styled('div')({
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  lineHeight: '1.25rem',
  padding: '6px 0',
});

function ageText(askedAt: string, now: number): string {
  const span = now - Date.parse(askedAt);
  return span < MINUTE_MS ? 'ahora' : `hace ${spanInWords(span)}`;
}

const QuestionWords = ({ question }: { question: Question }) => (
  <Words>
    {question.question}
    {question.closedAt && (
      <Hint component="div">
        {question.answer === null ? 'Cerrada sin respuesta' : `Respuesta: ${question.answer}`}
      </Hint>
    )}
  </Words>
);

interface QuestionListProps {
  list: ReturnType<typeof useQuestionList>;
  linkTo: (call: { campaignId: number; callId: number; number: string }) => string;
  onAnswer: (question: Question) => void;
}

interface RowParts {
  isClosed: boolean;
  now: number;
}

const columnsOf = ({ isClosed, now }: RowParts): readonly Column<Question, QuestionOrder>[] => [
  {
    head: 'Contacto',
    second: { label: 'Campaña' },
    width: 220,
    tone: 'strong',
    cell: ({ contactName, number, campaign }) => (
      <TwoLineCell first={<bdi>{contactName || formatPhone(number)}</bdi>} second={campaign.name} isLinked />
    ),
  },
  { head: 'Consulta', cell: (question) => <QuestionWords question={question} /> },
  isClosed ? CLOSED_BY : waitColumn(now),
];

const CLOSED_BY: Column<Question, QuestionOrder> = {
  head: 'Cerrada por',
  width: 180,
  cell: ({ closedBy, closedAt }) => (
    <TwoLineCell first={closedBy?.name} second={closedAt ? formatDateTime(closedAt) : ''} />
  ),
};

const waitColumn = (now: number): Column<Question, QuestionOrder> => ({
  head: 'Espera',
  second: { label: 'Operador' },
  width: 160,
  cell: ({ askedAt, askedBy }) => <TwoLineCell first={ageText(askedAt, now)} second={askedBy.name} />,
});

export function QuestionList({ list, linkTo, onAnswer }: QuestionListProps) {
  const now = useNow().getTime();
  const isClosed = list.query.closed !== undefined;
  const renderAnswer = (question: Question) => (
    <Button
      size="small"
      aria-label={`Responder a ${question.askedBy.name}`}
      onClick={() => onAnswer(question)}
      sx={{ height: { xs: '2.5rem', md: '2rem' } }}
    >
      Responder
    </Button>
  );
  return (
    <ListTable
      label="Consultas"
      list={list}
      rowsOf={(page) => page.questions}
      rowKey={({ id }) => id}
      columns={columnsOf({ isClosed, now })}
      action={isClosed ? undefined : { label: 'Acción', width: 124, render: renderAnswer }}
      minWidth={860}
      rowTarget={({ campaign, callId, number }) => ({ to: linkTo({ campaignId: campaign.id, callId, number }) })}
      renderCompact={(question) => (
        <Box sx={{ py: 1 }}>
          <RowName component="span">{question.contactName || formatPhone(question.number)}</RowName>
          <Hint component="div">
            {dotted(question.campaign.name, question.askedBy.name, !isClosed && ageText(question.askedAt, now))}
          </Hint>
          <QuestionWords question={question} />
          {question.closedAt && (
            <Hint component="div">{dotted(question.closedBy?.name, formatDateTime(question.closedAt))}</Hint>
          )}
        </Box>
      )}
      texts={{
        noMatch: 'Ninguna consulta',
        nothing: isClosed ? 'Todavía no se cerró ninguna consulta.' : 'Ninguna consulta espera.',
      }}
    />
  );
}

import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import {
  type QuestionResult,
  type ResultsFilters,
  TEXTS_PAGE_SIZE,
  WORDS_FROM_TEXTS,
} from '@campanero/contract/surveys/results-schemas';
import { surveyResults } from '@campanero/contract/surveys/results-endpoints';
import { Box, Button, styled } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { BarList, barListTable } from '../../../components/chart/bar-list.tsx';
import { FigureCard } from '../../../components/chart/chart-card.tsx';
import { Faint, Hint, RuledList } from '../../../components/layout.tsx';
import { QueryState } from '../../../components/page/query-state.tsx';
import { PageTurner } from '../../../components/table/pager.tsx';
import { usePrinting } from '../../../lib/browser/printing.ts';
import { keepForSame } from '../../../lib/changes.ts';
import { endpointQuery } from '../../../lib/queries.ts';
import { Base, questionNote } from './question-card.tsx';

const ERASED = '(borrado)';
// Paper does not wait for them; the next print has them.
const NOT_PRINTED = 'Las palabras se estaban contando: imprima de nuevo.';
const FAILED = 'No se pudieron leer las respuestas. Inténtelo de nuevo.';

const Words = styled('p')({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' });

interface TextsCardProps {
  campaignId: number;
  question: QuestionResult;
  filters: ResultsFilters;
}

/** Words are counted for cards that were scrolled to: a survey may have sixty of them. */
function useSeen(box: RefObject<HTMLElement | null>, isPrinting: boolean): boolean {
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  // On paper nothing is scrolled to.
  if (isPrinting && !isSeen) setSeen(true);
  useEffect(() => {
    if (isSeen || !box.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting === true));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, isSeen]);
  return isSeen;
}

const countedIn = (texts: number) =>
  texts >= WORDS_FROM_TEXTS
    ? `Palabras de las ${formatCount(WORDS_FROM_TEXTS)} respuestas más nuevas`
    : `Palabras de ${formatCounted(texts, 'respuesta', 'respuestas')}`;

/** A question that is answered in one's own words: the words that occur most, and all answers. */
export function TextsCard({ campaignId, question, filters }: TextsCardProps) {
  const { id: questionId, text, answered } = question;
  const box = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const isSeen = useSeen(box, isPrinting);
  const [isOpen, setOpen] = useState(false);
  const params = { id: campaignId, questionId };
  const words = useQuery(
    endpointQuery(
      'survey-results',
      surveyResults.words,
      isSeen && answered > 0 ? { params, query: filters } : skipToken,
      { placeholderData: keepForSame(params) },
    ),
  );
  const countAgain = useEffectEvent((now: number) => {
    if (now > 0 && words.data) void words.refetch({ cancelRefetch: false });
  });
  // The figures move while people answer, and the words with them.
  useEffect(() => {
    countAgain(answered);
  }, [answered]);
  const rows = (words.data?.words ?? [])
    .slice(0, 10)
    .map(({ word, count }) => ({ key: word, label: word, value: count, slot: 3 as const }));
  const all = (words.data?.words ?? []).map(({ word, count }) => ({
    key: word,
    label: word,
    value: count,
    slot: 3 as const,
  }));
  const texts = words.data?.texts ?? 0;
  return (
    <div ref={box}>
      <FigureCard
        title={text}
        subtitle={questionNote(question)}
        table={barListTable('Palabra', all, texts)}
        message={
          isPrinting && answered > 0 && !words.data ? NOT_PRINTED : messageOf(answered, words.data && rows.length)
        }
        footer={
          <>
            <Base question={question} />
            {answered > 0 && (
              <>
                <Button
                  variant="text"
                  size="small"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(!isOpen)}
                  sx={{ mx: -2, mb: 1 }}
                >
                  {isOpen ? 'Ocultar las respuestas' : 'Leer las respuestas'}
                </Button>
                {/* Another filter has other pages. */}
                {isOpen && (
                  <TextList
                    key={JSON.stringify(filters)}
                    campaignId={campaignId}
                    question={question}
                    filters={filters}
                  />
                )}
              </>
            )}
          </>
        }
      >
        {words.data ? (
          <>
            <Faint sx={{ mb: 1 }}>{countedIn(texts)}</Faint>
            <BarList title={`Palabras de: ${text}`} rows={rows} base={texts} />
          </>
        ) : (
          <QueryState query={words} height={190} failed={FAILED} />
        )}
      </FigureCard>
    </div>
  );
}

function messageOf(answered: number, words: number | undefined): string | undefined {
  if (answered === 0) return 'Nadie respondió esta pregunta todavía.';
  return words === 0 ? 'Ninguna palabra se repite ni dice algo por sí sola.' : undefined;
}

function TextList({ campaignId, question, filters }: TextsCardProps) {
  const [page, setPage] = useState(0);
  const params = { id: campaignId, questionId: question.id };
  const query = { ...filters, pageNumber: page, pageSize: TEXTS_PAGE_SIZE };
  const list = useQuery(
    endpointQuery('survey-results', surveyResults.texts, { params, query }, { placeholderData: keepForSame(params) }),
  );
  if (!list.data) return <QueryState query={list} height={190} failed={FAILED} />;
  const { texts, totalElementsCount } = list.data;
  return (
    <Box sx={{ mx: '-1.125rem', mb: '-0.5rem' }}>
      <RuledList aria-label={`Respuestas a: ${question.text}`}>
        {texts.map(({ callId, words, savedAt }) => (
          <Box component="li" key={callId} sx={{ px: '1.125rem', py: 1.5, typography: 'body2' }}>
            {words === ERASED ? <Faint>{ERASED}</Faint> : <Words dir="auto">{words}</Words>}
            <Hint>{formatDateTime(savedAt)}</Hint>
          </Box>
        ))}
      </RuledList>
      <PageTurner page={page} size={TEXTS_PAGE_SIZE} total={totalElementsCount} shown={texts.length} onPage={setPage} />
    </Box>
  );
}

import type { HistoryEntry } from '@campanero/contract/calls/schemas';
import { HISTORY_PAGE_SIZE } from '@campanero/contract/limits';
import type { PhoneCall } from '@campanero/contract/phone/schemas';
import type { BlankTexts } from '@campanero/contract/scripts/blanks';
import { phoneInWords } from '@campanero/contract/phone/words';
import { formatDateTime, formatTime } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { Box, Button, styled, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { later } from '../../components/later.tsx';
import { Line, Muted, PlainList } from '../../components/layout.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { usePages } from '../../components/table/pager.tsx';
import { dotted } from '../../lib/text/dotted.ts';
import { whenText } from '../../lib/text/when.ts';
import { historyQuery } from '../api.ts';
import { usePhoneCalls } from '../phone-calls.tsx';
import { AFFINITY_ICONS } from '../register/outcome-fields.tsx';
import { CONTACT_FAILED, NO_HISTORY } from '../texts.ts';
import type { ContactWork } from '../use-contact-work.ts';
import { QuestionNote } from './question-note.tsx';

const CorrectionDialog = later(async () => (await import('../correct/correction-dialog.tsx')).CorrectionDialog);

interface CallHistoryProps {
  work: ContactWork;
  mayCorrect: boolean;
  /** What fills the blanks of the questionnaire. */
  words: BlankTexts | undefined;
}

export function CallHistory({ work, mayCorrect, words }: CallHistoryProps) {
  const [corrected, setCorrected] = useState<HistoryEntry>();
  const history = useQuery(historyQuery(work.callKey));
  const entries = history.data ?? [];
  const phoneCalls = usePhoneCalls(work.callKey);
  const { shown, pager } = usePages(entries, HISTORY_PAGE_SIZE);
  return (
    <>
      <Box component="section" aria-label="Historial de llamados" sx={{ px: { xs: 3.5, md: 4 }, pt: 3.5, pb: 2 }}>
        <Line sx={{ alignItems: 'baseline', mb: 1.5 }}>
          <Typography variant="h3" component="h2">
            Historial de llamados
          </Typography>
          {entries.length > 0 && (
            <Muted sx={{ color: 'text.disabled' }}>{formatCounted(entries.length, 'registro', 'registros')}</Muted>
          )}
        </Line>
        {!history.data && <QueryState query={history} height={120} failed={CONTACT_FAILED} />}
        {history.data?.length === 0 && (
          <Typography color="textSecondary" sx={{ py: 3 }}>
            {NO_HISTORY}
          </Typography>
        )}
        {entries.length > 0 && (
          <PlainList as="ol">
            {shown.map((entry) => (
              <HistoryItem
                key={entry.id}
                entry={entry}
                phoneCalls={phoneCalls.filter(({ entryId }) => entryId === entry.id)}
                onCorrect={mayCorrect && (() => setCorrected(entry))}
              />
            ))}
          </PlainList>
        )}
        {pager}
      </Box>
      {corrected && (
        <CorrectionDialog
          {...work.callKey}
          entry={corrected}
          states={work.states}
          calendar={work.form.calendar}
          survey={work.asked}
          words={words}
          onClose={() => setCorrected(undefined)}
        />
      )}
    </>
  );
}

const Item = styled('li')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gridTemplateColumns: '9.125rem minmax(0, 1fr) 8rem',
  gap: 12,
  padding: '8px 0',
  alignItems: 'start',
  '& + &': { borderTop: `1px solid ${theme.palette.line.soft}` },
  '& time': { lineHeight: '1.5rem', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& .what': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', minHeight: '1.5rem' },
  '& .who': { display: 'grid', justifyItems: 'end', gap: 2, lineHeight: '1.5rem' },
  '& .who, & .quiet': { color: theme.palette.text.secondary },
  '& .affinity': { display: 'flex', alignItems: 'center', gap: 4, ...theme.typography.caption },
  '& p': { margin: '5px 0 0', overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '&[data-corrected] .what > :first-of-type': { opacity: 0.55, textDecoration: 'line-through' },
  '@container (max-width: 35rem)': {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 8px',
    '& time': { gridColumn: 2, gridRow: 1, justifySelf: 'end', ...theme.typography.caption, lineHeight: '1.5rem' },
    '& .said': { gridColumn: '1 / -1', gridRow: 1 },
    '& .what': { paddingInlineEnd: '8.25rem' },
    '& .who': { gridColumn: '1 / -1', display: 'flex', justifyContent: 'space-between', ...theme.typography.caption },
  },
}));

const interviewInWords = ({ answered, complete }: NonNullable<HistoryEntry['interview']>) =>
  complete ? 'Relevamiento completo' : formatCounted(answered, 'respuesta', 'respuestas');

interface HistoryItemProps {
  entry: HistoryEntry;
  phoneCalls: readonly PhoneCall[];
  onCorrect: (() => void) | false;
}

/** A corrected entry stays in the list, struck through. */
function HistoryItem({ entry, phoneCalls, onCorrect }: HistoryItemProps) {
  const Face = entry.affinity && AFFINITY_ICONS[entry.affinity];
  const phone = dotted(
    entry.dialledAt !== null && `Marcado a las ${formatTime(entry.dialledAt)}`,
    ...phoneCalls.toReversed().map(phoneInWords),
  );
  return (
    <Item data-corrected={entry.corrected ? '' : undefined}>
      <time dateTime={entry.createdAt} title={formatDateTime(entry.createdAt)}>
        {whenText(entry.createdAt)}
      </time>
      <div className="said">
        <div className="what">
          <StateChip name={entry.state.name} color={entry.state.color} />
          {entry.substate && <span className="quiet">{entry.substate.name}</span>}
          {entry.corrected && <span className="quiet">Corregido</span>}
          {entry.correctsId !== null && <span className="quiet">Corrección</span>}
        </div>
        {phone && <p className="quiet">{phone}</p>}
        {entry.callbackAt && <p className="quiet">Rellamado: {formatDateTime(entry.callbackAt)}</p>}
        {entry.interview && <p className="quiet">{interviewInWords(entry.interview)}</p>}
        {entry.person && <p className="quiet">Habló con {entry.person.name}</p>}
        {entry.observations && <p>{entry.observations}</p>}
        {entry.reason && <p className="quiet">Motivo: {entry.reason}</p>}
        {entry.question && <QuestionNote question={entry.question} />}
      </div>
      <div className="who">
        <span>{entry.user.name}</span>
        {entry.affinity && Face && (
          <span className="affinity">
            <Face size={16} stroke={1.75} aria-hidden />
            {entry.affinity}
          </span>
        )}
        {onCorrect && !entry.corrected && (
          <Button size="small" variant="text" onClick={onCorrect} sx={{ marginInlineEnd: -2.5, height: '1.75rem' }}>
            Corregir
          </Button>
        )}
      </div>
    </Item>
  );
}

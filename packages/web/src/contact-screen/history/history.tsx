import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import type { HistoryEntry } from '@campanero/contract/calls/schemas';
import { HISTORY_PAGE_SIZE } from '@campanero/contract/limits';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { Box, Button, styled, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { QueryState } from '../../components/page/query-state.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { Pager } from '../../components/table/pager.tsx';
import { whenText } from '../../lib/text/when.ts';
import { type CallKey, historyQuery } from '../api.ts';
import { AFFINITY_ICONS } from '../register/outcome-fields.tsx';
import type { OutcomeState } from '../register/outcome-states.ts';
import { CONTACT_FAILED, NO_HISTORY } from '../texts.ts';

const CorrectionDialog = lazy(() =>
  import('../correct/correction-dialog.tsx').then((module) => ({ default: module.CorrectionDialog })),
);

interface CallHistoryProps {
  callKey: CallKey;
  mayCorrect: boolean;
  /** For corrections: the states and the calling hours of the campaign. */
  states: readonly OutcomeState[];
  calendar: Calendar;
}

/** The outcomes registered on the call, newest first; for managers with a button to correct them. */
export function CallHistory({ callKey, mayCorrect, states, calendar }: CallHistoryProps) {
  const [corrected, setCorrected] = useState<HistoryEntry>();
  return (
    <>
      <HistoryList callKey={callKey} onCorrect={mayCorrect ? setCorrected : undefined} />
      {corrected && (
        <Suspense fallback={null}>
          <CorrectionDialog
            {...callKey}
            entry={corrected}
            states={states}
            calendar={calendar}
            onClose={() => setCorrected(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

interface HistoryListProps {
  callKey: CallKey;
  onCorrect: ((entry: HistoryEntry) => void) | undefined;
}

function HistoryList({ callKey, onCorrect }: HistoryListProps) {
  const history = useQuery(historyQuery(callKey));
  const { data } = history;
  const [page, setPage] = useState(0);
  return (
    <Box component="section" aria-label="Historial de llamados" sx={{ px: { xs: 3.5, md: 4 }, pt: 3.5, pb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 1.5 }}>
        <Typography variant="h3" component="h2">
          Historial de llamados
        </Typography>
        {data && data.length > 0 && (
          <Typography variant="body2" color="textDisabled">
            {formatCounted(data.length, 'registro', 'registros')}
          </Typography>
        )}
      </Box>
      {data ? (
        data.length === 0 ? (
          <Typography color="textSecondary" sx={{ py: 3 }}>
            {NO_HISTORY}
          </Typography>
        ) : (
          <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data.slice(page * HISTORY_PAGE_SIZE, (page + 1) * HISTORY_PAGE_SIZE).map((entry) => (
              <HistoryItem key={entry.id} entry={entry} onCorrect={onCorrect && (() => onCorrect(entry))} />
            ))}
          </Box>
        )
      ) : (
        <QueryState query={history} height={120} failed={CONTACT_FAILED} />
      )}
      {data && data.length > HISTORY_PAGE_SIZE && (
        <Pager page={page} size={HISTORY_PAGE_SIZE} total={data.length} onPage={setPage} />
      )}
    </Box>
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

interface HistoryItemProps {
  entry: HistoryEntry;
  /** Undefined if the user may not correct it. */
  onCorrect: (() => void) | undefined;
}

/** A corrected entry stays in the list, struck through. */
function HistoryItem({ entry, onCorrect }: HistoryItemProps) {
  const Face = entry.affinity && AFFINITY_ICONS[entry.affinity];
  const isCorrection = entry.correctsId !== null;
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
          {isCorrection && <span className="quiet">Corrección</span>}
        </div>
        {entry.callbackAt && <p className="quiet">Rellamado: {formatDateTime(entry.callbackAt)}</p>}
        {entry.person && <p className="quiet">Habló con {entry.person.name}</p>}
        {entry.observations && <p>{entry.observations}</p>}
        {entry.reason && <p className="quiet">Motivo: {entry.reason}</p>}
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

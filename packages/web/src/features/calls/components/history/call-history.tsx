import type { HistoryEntry } from '@campanero/contract/calls/schemas';
import { HISTORY_PAGE_SIZE } from '@campanero/contract/limits';
import { formatCount } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../../components/page/messages.tsx';
import { Delayed } from '../../../../components/page/page-header.tsx';
import { Pager } from '../../../../components/table/pager.tsx';
import { errorText } from '../../../../lib/errors.ts';
import { type CallKey, historyQuery } from '../../api/call-history.ts';
import { HISTORY_FAILED, NO_HISTORY } from '../../texts.ts';
import { HistoryItem } from './history-entry.tsx';

const ONE_SIZE = [HISTORY_PAGE_SIZE];

interface CallHistoryProps {
  callKey: CallKey;
  onCorrect: ((entry: HistoryEntry) => void) | undefined;
}

/** What was registered on the call, newest first, twenty-five to a page (spec 9). */
export function CallHistory({ callKey, onCorrect }: CallHistoryProps) {
  const { data, error, refetch } = useQuery(historyQuery(callKey));
  const [page, setPage] = useState(0);
  return (
    <Box component="section" aria-label="Historial de llamados" sx={{ px: { xs: 3.5, md: 4 }, pt: 3.5, pb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 1.5 }}>
        <Typography variant="h3" component="h2">
          Historial de llamados
        </Typography>
        {data && data.length > 0 && (
          <Typography variant="body2" color="textDisabled">
            {formatCount(data.length)} {data.length === 1 ? 'registro' : 'registros'}
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
      ) : error ? (
        <ErrorState message={errorText(error, HISTORY_FAILED)} onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <Skeleton height={120} />
        </Delayed>
      )}
      {data && data.length > HISTORY_PAGE_SIZE && (
        <Pager
          page={page}
          size={HISTORY_PAGE_SIZE}
          sizes={ONE_SIZE}
          total={data.length}
          onPage={setPage}
          onSize={() => undefined}
        />
      )}
    </Box>
  );
}

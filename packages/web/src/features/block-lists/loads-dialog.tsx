import { blockLists } from '@campanero/contract/block-lists/endpoints';
import type { BlockList, ListLoad } from '@campanero/contract/block-lists/schemas';
import { formatDateTime, formatDay } from '@campanero/contract/shared/dates';
import { Alert, Box, DialogContent, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useId } from 'react';
import { DownloadButton } from '../../components/files/download-button.tsx';
import { DialogFrame } from '../../components/form/dialogs.tsx';
import { Inline, Muted } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { type Figure, FigureList } from '../../components/page/fact-list.tsx';
import { PageSkeleton } from '../../components/page/page-header.tsx';
import { downloadOf } from '../../lib/files.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { LIST_REJECTED_FAILED, LISTS_FAILED, LOAD_POLL_MS, LOAD_STATES } from './texts.ts';

export function LoadsDialog({ list, onClose }: { list: BlockList; onClose: () => void }) {
  const input = { params: { id: list.id } };
  const { data, isError, refetch } = useQuery(
    endpointQuery('block-lists', blockLists.loads, input, {
      pollMs: (loads) => loads.some(({ status }) => status === 'RUNNING') && LOAD_POLL_MS,
    }),
  );
  return (
    <DialogFrame title={`Cargas de «${list.name}»`} width={720} hasClose onClose={onClose}>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
        {isError && <ErrorState message={LISTS_FAILED} onRetry={() => void refetch()} />}
        {!data && !isError && <PageSkeleton />}
        {data?.map((load) => (
          <LoadReport key={load.id} load={load} />
        ))}
      </DialogContent>
    </DialogFrame>
  );
}

function LoadReport({ load }: { load: ListLoad }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h3" id={id} sx={{ overflowWrap: 'anywhere' }}>
        {load.name}
      </Typography>
      <Muted sx={{ mb: 3, overflowWrap: 'anywhere' }}>
        {aboutLoad(load).map((fact, place) => (
          <Fragment key={fact}>
            {place > 0 && ' · '}
            {/* Wrap between facts only. */}
            <span style={{ display: 'inline-block' }}>{fact}</span>
          </Fragment>
        ))}
      </Muted>
      {load.failure && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {load.failure}
        </Alert>
      )}
      {load.status !== 'CANCELLED' && (
        // Cuts off the border of the first figure.
        <Box sx={{ overflow: 'hidden', '& > dl': { marginInlineStart: { md: '-21px' } } }}>
          <FigureList figures={figuresOf(load)} />
        </Box>
      )}
      {load.rejectedUntil && (
        <Inline sx={{ mt: 4 }}>
          <DownloadButton
            load={() => downloadOf(blockLists.rejected, { params: { id: load.id } })}
            fileName={`lineas-rechazadas-${load.id}.csv`}
            failed={LIST_REJECTED_FAILED}
          >
            Descargar las líneas rechazadas
          </DownloadButton>
          <Muted>Con el motivo de cada una, hasta el {formatDateTime(load.rejectedUntil)}.</Muted>
        </Inline>
      )}
    </Box>
  );
}

const aboutLoad = (load: ListLoad): string[] => [
  LOAD_STATES[load.status],
  load.replaces ? 'reemplaza' : 'agrega',
  `${load.userName}, ${formatDateTime(load.createdAt)}`,
  `${load.origin}, ${formatDay(load.dated)}`,
  ...(load.columns ? [`leída de ${load.columns}`] : []),
];

const figuresOf = (load: ListLoad): Figure[] => [
  { label: 'líneas leídas', value: load.read },
  { label: 'agregados', value: load.added, tone: load.added > 0 ? 'good' : undefined },
  { label: 'ya estaban', value: load.already },
  { label: 'repetidos', value: load.repeated },
  { label: 'rechazadas', value: load.rejected, tone: load.rejected > 0 ? 'bad' : undefined },
  ...(load.replaces ? [{ label: 'quitados', value: load.removed }] : []),
];

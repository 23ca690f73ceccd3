import { urlOf } from '@campanero/contract/client';
import { blockLists } from '@campanero/contract/block-lists/endpoints';
import type { BlockList, ListLoad } from '@campanero/contract/block-lists/schemas';
import { formatDateTime, formatDay } from '@campanero/contract/shared/dates';
import { Alert, Box, Button, DialogContent, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useId } from 'react';
import { saveBlob } from '../../components/files/blob.tsx';
import { DialogFrame } from '../../components/form/form-dialog.tsx';
import { IconDownload } from '../../components/icons.ts';
import { Inline, Muted } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { type Figure, FigureList } from '../../components/page/fact-list.tsx';
import { PageSkeleton } from '../../components/page/page-header.tsx';
import { API_ROOT } from '../../lib/api.ts';
import { download } from '../../lib/files.ts';
import { useChange } from '../../lib/changes.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { LIST_REJECTED_FAILED, LISTS_FAILED, LOAD_POLL_MS, LOAD_STATES } from './texts.ts';

export function LoadsDialog({ list, onClose }: { list: BlockList; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(
    endpointQuery(
      'block-lists',
      blockLists.loads,
      { params: { id: list.id } },
      {
        refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'RUNNING') ? LOAD_POLL_MS : false),
      },
    ),
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
  // A CSV that can be corrected and loaded.
  const rejected = useChange(
    async (loadId: number) =>
      saveBlob(
        await download(`${API_ROOT}${urlOf(blockLists.rejected, { params: { id: loadId } })}`),
        `lineas-rechazadas-${loadId}.csv`,
      ),
    { failed: LIST_REJECTED_FAILED },
  );
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
          <Button
            startIcon={<IconDownload size={18} stroke={1.75} aria-hidden />}
            aria-busy={rejected.isPending}
            onClick={() => rejected.mutate(load.id)}
          >
            Descargar las líneas rechazadas
          </Button>
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

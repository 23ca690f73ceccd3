import type { BlockList, ListLoad } from '@campanero/contract/block-lists/schemas';
import { formatDateTime, formatDay } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useId } from 'react';
import { DialogClose } from '../../components/form/dialogs.tsx';
import { IconDownload } from '../../components/icons.ts';
import { ErrorState } from '../../components/page/messages.tsx';
import { type Fact, FactList } from '../../components/page/fact-list.tsx';
import { PageSkeleton } from '../../components/page/page-header.tsx';
import { loadsQuery, useDownloadRejected } from './api.ts';
import { LISTS_FAILED, LOAD_STATES } from './texts.ts';

/** The loads of a list, the newest first, each with its report. */
export function LoadsDialog({ list, onClose }: { list: BlockList; onClose: () => void }) {
  const id = useId();
  const { data, isError, refetch } = useQuery(loadsQuery(list.id));
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} slotProps={{ paper: { sx: { width: 720 } } }}>
      <DialogTitle id={id} sx={{ paddingInlineEnd: 14 }}>
        Cargas de «{list.name}»
      </DialogTitle>
      <DialogClose onClose={onClose} />
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
        {isError && <ErrorState message={LISTS_FAILED} onRetry={() => void refetch()} />}
        {!data && !isError && <PageSkeleton />}
        {data?.map((load) => (
          <LoadReport key={load.id} load={load} />
        ))}
      </DialogContent>
    </Dialog>
  );
}

function LoadReport({ load }: { load: ListLoad }) {
  const id = useId();
  const download = useDownloadRejected();
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h3" id={id} sx={{ overflowWrap: 'anywhere' }}>
        {load.name}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {aboutLoad(load).map((fact, place) => (
          <Fragment key={fact}>
            {place > 0 && ' · '}
            {/* A line ends between two facts, not within a date. */}
            <span style={{ display: 'inline-block' }}>{fact}</span>
          </Fragment>
        ))}
      </Typography>
      {load.failure && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {load.failure}
        </Alert>
      )}
      {load.status !== 'CANCELLED' && <FactList facts={figuresOf(load)} />}
      {load.rejectedUntil && (
        <Box sx={{ mt: 4, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Button
            startIcon={<IconDownload size={18} stroke={1.75} aria-hidden />}
            aria-busy={download.isPending}
            onClick={() => download.mutate(load.id)}
          >
            Descargar las líneas rechazadas
          </Button>
          <Typography variant="body2" color="textSecondary">
            Con el motivo de cada una, hasta el {formatDateTime(load.rejectedUntil)}.
          </Typography>
        </Box>
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

function figuresOf(load: ListLoad): Fact[] {
  const figures: [string, number][] = [
    ['Líneas leídas', load.read],
    ['Agregados', load.added],
    ['Ya estaban', load.already],
    ['Repetidos en el archivo', load.repeated],
    ['Rechazadas', load.rejected],
    ...(load.replaces ? [['Quitados', load.removed] as [string, number]] : []),
  ];
  return figures.map(([label, value]) => ({ label, value: formatCount(value) }));
}

import { loads } from '@campanero/contract/loads/endpoints';
import type { AudienceLoad } from '@campanero/contract/loads/schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import { keyframes } from '@emotion/react';
import { Alert, Box, Paper, styled, Typography } from '@mui/material';
import { useId } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { IconClock, IconInfoCircle, IconLoader2 } from '../../components/icons.ts';
import { Actions, Figures, Hint, Inline, Muted } from '../../components/layout.tsx';
import { DelayedSkeleton } from '../../components/page/page-header.tsx';
import { SoftTile } from '../../components/soft-chip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { can } from '../../lib/can.ts';
import { timeLeftText, usePace, waitingText } from '../../lib/text/pace.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useSession } from '../../lib/session.ts';
import { notify } from '../../lib/snackbar.ts';
import { LOAD_CHANGES, useLastLoad } from './api.ts';
import { IgnoredColumns } from './report/names.tsx';
import { LOAD_CANCEL_FAILED, LOAD_CANCELLED } from './texts.ts';

export function RunningLoad({ campaignId }: { campaignId: number }) {
  const { data: load, dataUpdatedAt } = useLastLoad(campaignId);
  if (load?.status === 'RUNNING') return <LoadProgress campaignId={campaignId} load={load} at={dataUpdatedAt} />;
  if (load !== undefined) return null;
  return <DelayedSkeleton height={172} sx={{ mb: 3.5 }} />;
}

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });
const Turning = styled(IconLoader2)({
  animation: `${turn} 1.2s linear infinite`,
  '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
});

/** Screen readers are told in steps of per cent. */
const STEP = 10;

/** `at`: time of the response, in milliseconds. */
function LoadProgress({ campaignId, load, at }: { campaignId: number; load: AudienceLoad; at: number }) {
  const mayCancel = can(loads.cancel, useSession());
  const title = useId();
  // Without confirmation: nothing is kept, and the file can be sent again.
  const cancel = useEndpointMutation(loads.cancel, {
    onSuccess: () => notify.info(LOAD_CANCELLED),
    failed: LOAD_CANCEL_FAILED,
    refetches: LOAD_CHANGES,
    // It has probably ended meanwhile: show how.
    evenIfRefused: true,
  });
  const secondsLeft = usePace(load, at);
  const percent = Math.floor(load.progress * 100);
  const isWaiting = load.ahead !== null && load.ahead > 0;
  const StateIcon = isWaiting ? IconClock : Turning;
  const isCancelling = cancel.isPending || cancel.isSuccess;
  return (
    <>
      <Paper component="section" aria-labelledby={title} sx={{ p: { xs: 4, sm: 6 }, mb: 3.5 }}>
        <Inline gap={3}>
          <SoftTile tone="warning">
            <StateIcon size={22} stroke={1.75} aria-hidden />
          </SoftTile>
          <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
            <Typography variant="h2" id={title}>
              Cargando audiencia
            </Typography>
            <Muted>
              {isWaiting ? 'Otras cargas van primero.' : 'La audiencia está siendo validada.'} Puede seguir trabajando:
              la campana avisa cuando termine.
            </Muted>
          </Box>
          <Box sx={{ textAlign: 'end', marginInlineStart: 'auto' }}>
            <Figures sx={{ typography: 'kpi', fontSize: '1.75rem' }}>{percent} %</Figures>
            <Hint sx={{ minHeight: '1rem' }}>
              {isWaiting ? waitingText(load.ahead!) : secondsLeft !== undefined && timeLeftText(secondsLeft)}
            </Hint>
          </Box>
        </Inline>
        <Box sx={{ mt: 4, mb: 3.5 }}>
          <LoadBar load={load} />
        </Box>
        <VisuallyHidden role="status">
          {isWaiting ? waitingText(load.ahead!) : `${Math.floor(percent / STEP) * STEP} % de la audiencia cargada`}
        </VisuallyHidden>
        <Inline sx={{ columnGap: 8, rowGap: 2 }}>
          <Muted sx={{ flex: '1 1 12rem', overflowWrap: 'anywhere' }}>{load.name}</Muted>
          <LiveFigures load={load} />
        </Inline>
        {mayCancel && (
          <Actions sx={{ mt: 4 }}>
            <ActionButton
              isPending={isCancelling}
              pendingText="Cancelando…"
              onClick={() => cancel.mutate({ params: { id: campaignId } })}
            >
              Cancelar carga
            </ActionButton>
          </Actions>
        )}
      </Paper>
      <Alert severity="warning" icon={<IconInfoCircle size={18} stroke={1.75} aria-hidden />} sx={{ mb: 3.5 }}>
        <IgnoredColumns columns={load.ignoredColumns} /> Los contactos nuevos aparecen cuando termina la carga. Hasta
        entonces no se puede segmentar, rebalancear ni cargar otra audiencia en esta campaña.
      </Alert>
    </>
  );
}

/** Rows that become calls; at the end equal to `loaded`. */
const validRows = ({ read, duplicates, rejected, skipped }: AudienceLoad) =>
  Math.max(0, read - duplicates - rejected - skipped);

function LiveFigures({ load }: { load: AudienceLoad }) {
  const figures = [
    { value: load.read, label: 'leídas' },
    { value: validRows(load), label: 'válidas' },
    { value: load.duplicates, label: 'duplicadas' },
    { value: load.rejected, label: 'rechazadas', isBad: load.rejected > 0 },
    { value: load.skipped, label: 'omitidas' },
  ];
  return figures.map(({ value, label, isBad }) => (
    <Typography key={label} variant="body2" color={isBad ? 'error' : 'textSecondary'} component="span">
      <Figures component="b" sx={{ fontWeight: 600, color: isBad ? 'inherit' : 'text.primary' }}>
        {formatCount(value)}
      </Figures>{' '}
      {label}
    </Typography>
  ));
}

const Track = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 1.5,
  height: 10,
  borderRadius: 5,
  overflow: 'hidden',
  background: theme.palette.surface.subtle,
  boxShadow: `inset 0 0 0 1px ${theme.palette.line.soft}`,
  '& > span': { transition: 'width 1.4s linear' },
  '& > [data-part="valid"]': { background: theme.palette.primary.main },
  '& > [data-part="duplicate"]': { background: theme.palette.chart[1] },
  '& > [data-part="rejected"]': { background: theme.palette.error.main },
  '& > [data-part="skipped"]': { background: theme.palette.line.strong },
}));

function LoadBar({ load }: { load: AudienceLoad }) {
  const { progress, read, duplicates, rejected, skipped } = load;
  const percent = Math.floor(progress * 100);
  const parts = [
    { part: 'valid', rows: validRows(load) },
    { part: 'duplicate', rows: duplicates },
    { part: 'rejected', rows: rejected },
    { part: 'skipped', rows: skipped },
  ].filter(({ part, rows }) => rows > 0 || part === 'valid');
  const widthOf = (rows: number) => (read === 0 ? progress : (rows / read) * progress) * 100;
  return (
    <Track
      role="progressbar"
      aria-label="Carga de la audiencia"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      {parts.map(({ part, rows }) => (
        <span key={part} data-part={part} style={{ width: `${widthOf(rows)}%` }} />
      ))}
    </Track>
  );
}

import type { AudienceLoad } from '@campanero/contract/loads/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Alert, Box, Link, Paper, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { IconAlertTriangle, IconBan, IconCircleCheck, IconX } from '../../../components/icons.ts';
import { later } from '../../../components/later.tsx';
import { Inline, Muted, Stacked } from '../../../components/layout.tsx';
import { FigureList } from '../../../components/page/fact-list.tsx';
import { rejectedText, REPORT_TITLES, reportFigures, skippedReasons, unknownPlacesText } from '../texts.ts';
import { IgnoredColumns, ReportTile } from './report-tile.tsx';

export const REPORT_LOOKS = {
  RUNNING: { tone: 'info', icon: IconCircleCheck },
  COMPLETED: { tone: 'success', icon: IconCircleCheck },
  ERROR: { tone: 'danger', icon: IconAlertTriangle },
  CANCELLED: { tone: 'warning', icon: IconBan },
} as const;

export function LoadReport(props: { load: AudienceLoad; actions?: ReactNode; onHide?: () => void }) {
  const { load, actions, onHide } = props;
  const title = useId();
  const { tone, icon: Icon } = REPORT_LOOKS[load.status];
  const isCancelled = load.status === 'CANCELLED';
  const hasNotes =
    load.failure !== null ||
    load.rejected > 0 ||
    load.skipped > 0 ||
    load.ignoredColumns.length > 0 ||
    load.unknownPlaces.length > 0;
  return (
    <Paper component="section" aria-labelledby={title} sx={{ p: { xs: 4, sm: '12px 16px' }, mb: 3.5 }}>
      <Inline sx={{ columnGap: 3, rowGap: 3, position: 'relative' }}>
        <ReportTile tone={tone}>
          <Icon size={20} stroke={1.75} aria-hidden />
        </ReportTile>
        <Box sx={{ flex: '1 1 12rem', minWidth: 0, paddingInlineEnd: { xs: onHide ? 10 : 0, md: 3 } }}>
          <Typography id={title} component="h2" variant="h3">
            {REPORT_TITLES[load.status]}
          </Typography>
          <Muted sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{formatDateTime(load.finishedAt ?? load.createdAt)}</bdi> · {load.name} · {load.userName}
          </Muted>
        </Box>
        {isCancelled ? <Muted>No quedó nada de ella.</Muted> : <FigureList figures={reportFigures(load)} />}
        {onHide && (
          <IconAction
            label="Ocultar el informe"
            onClick={onHide}
            sx={{
              marginInlineStart: { md: 'auto' },
              position: { xs: 'absolute', md: 'static' },
              top: 0,
              insetInlineEnd: -8,
            }}
            icon={IconX}
          />
        )}
      </Inline>
      {!isCancelled && (hasNotes || actions) && (
        <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 3 }}>
          <Stacked gap={1.5} sx={{ flex: '1 1 20rem', minWidth: 0 }}>
            <Notes load={load} />
          </Stacked>
          {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>{actions}</Box>}
        </Box>
      )}
    </Paper>
  );
}

function Notes({ load }: { load: AudienceLoad }) {
  const reasons = skippedReasons(load.skippedBreakdown);
  return (
    <>
      {load.failure !== null && (
        <Alert severity="error" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}>
          {load.failure.replace(/[.]?$/, '.')} No se cargó ningún contacto.
        </Alert>
      )}
      {reasons.length > 0 && <Muted>Omitidas: {reasons.join(', ')}.</Muted>}
      {load.rejected > 0 && <Muted>{rejectedText(load)}</Muted>}
      {load.ignoredColumns.length > 0 && (
        <Muted sx={{ overflowWrap: 'anywhere' }}>
          <IgnoredColumns columns={load.ignoredColumns} />
        </Muted>
      )}
      <UnknownPlacesNote load={load} />
    </>
  );
}

const UnknownPlacesDialog = later(() =>
  import('../places/unknown-places-dialog.tsx').then((m) => m.UnknownPlacesDialog),
);
const SHOWN = 3;

function UnknownPlacesNote({ load }: { load: AudienceLoad }) {
  const [isOpen, setOpen] = useState(false);
  if (load.unknownPlaces.length === 0) return null;
  const rest = load.unknownPlacesCount - SHOWN;
  return (
    <Muted sx={{ overflowWrap: 'anywhere' }}>
      {unknownPlacesText(load)}:{' '}
      {load.unknownPlaces.slice(0, SHOWN).map(({ level, name, districtName, rows }, index) => (
        <span key={[level, name, districtName].join('|')}>
          {index > 0 && ', '}
          <b>{name}</b> ({formatCount(rows)})
        </span>
      ))}
      {rest > 0 && ` y ${formatCount(rest)} más`}.{' '}
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        <Link component="button" type="button" variant="body2" onClick={() => setOpen(true)}>
          Ver lugares
        </Link>
      </Box>
      {isOpen && <UnknownPlacesDialog load={load} onClose={() => setOpen(false)} />}
    </Muted>
  );
}

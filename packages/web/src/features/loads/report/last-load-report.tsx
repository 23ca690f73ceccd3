import { loads } from '@campanero/contract/loads/endpoints';
import type { AudienceLoad } from '@campanero/contract/loads/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Alert, Box, Link, Paper, styled, Typography } from '@mui/material';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ActionButton } from '../../../components/action-button.tsx';
import { DownloadButton } from '../../../components/files/download-button.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import {
  IconAlertTriangle,
  IconBan,
  IconChevronDown,
  IconCircleCheck,
  IconInfoCircle,
  IconX,
} from '../../../components/icons.ts';
import { later } from '../../../components/later.tsx';
import { Inline, Line, Muted, Stacked } from '../../../components/layout.tsx';
import { FigureList } from '../../../components/page/fact-list.tsx';
import { SoftTile } from '../../../components/soft-chip.tsx';
import { can } from '../../../lib/can.ts';
import { downloadOf } from '../../../lib/files.ts';
import { useSession } from '../../../lib/session.ts';
import { LOW_WINDOW } from '../../../theme/tokens.ts';
import { useLastLoad } from '../api.ts';
import {
  REJECTED_FAILED,
  REPORT_TITLES,
  rejectedText,
  reportFigures,
  reportTitle,
  skippedReasons,
  unknownPlacesText,
} from '../texts.ts';
import { LoadSource } from './load-source.tsx';
import { BoldNames, IgnoredColumns } from './names.tsx';

interface LastLoadReportProps {
  campaignId: number;
  campaignLink: (campaignId: number) => string;
  /** The assign page, while the campaign can take an audience. */
  loadPath?: string;
  onHide?: () => void;
}

const LABEL = 'Descargar filas rechazadas';

/** A CSV that can be corrected and loaded. */
const RejectedButton = ({ campaignId, short = false }: { campaignId: number; short?: boolean }) => (
  <DownloadButton
    load={() => downloadOf(loads.rejected, { params: { id: campaignId } })}
    fileName={`filas-rechazadas-${campaignId}.csv`}
    failed={REJECTED_FAILED}
    size="small"
    stroke={2}
    {...(short && { variant: 'text', 'aria-label': LABEL })}
  >
    {short ? 'Rechazadas' : LABEL}
  </DownloadButton>
);

const FILES_HASH = '#archivos';

/** Focuses the button that chooses files each time the link to FILES_HASH is followed. */
export function useFocusFileButton() {
  const place = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== FILES_HASH) return undefined;
    // After the shell has moved the focus to the start of the page.
    const timer = setTimeout(() => {
      const button = place.current?.querySelector('button');
      button?.scrollIntoView?.({ block: 'center' });
      button?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each navigation runs it again
  }, [hash, key]);
  return place;
}

const REPORT_LOOKS = {
  RUNNING: { tone: 'info', icon: IconCircleCheck },
  COMPLETED: { tone: 'success', icon: IconCircleCheck },
  ERROR: { tone: 'danger', icon: IconAlertTriangle },
  CANCELLED: { tone: 'warning', icon: IconBan },
} as const;
const WITH_REJECTED = { tone: 'brass', icon: IconInfoCircle } as const;
const lookOf = ({ status, rejected }: AudienceLoad) =>
  status === 'COMPLETED' && rejected > 0 ? WITH_REJECTED : REPORT_LOOKS[status];

const RejectedReasons = later(async () => (await import('./rejected-reasons.tsx')).RejectedReasons);

export function LastLoadReport({ campaignId, campaignLink, loadPath, onHide }: LastLoadReportProps) {
  const session = useSession();
  const load = useLastLoad(campaignId, { isEnabled: can(loads.last, session) }).data;
  const title = useId();
  if (!load || load.status === 'RUNNING') return null;
  const mayCorrect = load.rejectedUntil !== null && can(loads.rejected, session);
  const { tone, icon: Icon } = lookOf(load);
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
        <SoftTile tone={tone}>
          <Icon size={20} stroke={1.75} aria-hidden />
        </SoftTile>
        <Box sx={{ flex: '1 1 12rem', minWidth: 0, paddingInlineEnd: { xs: onHide ? 10 : 0, md: 3 } }}>
          <Typography id={title} component="h2" variant="h3">
            {reportTitle(load)}
          </Typography>
          <Muted sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{formatDateTime(load.finishedAt ?? load.createdAt)}</bdi> ·{' '}
            {load.origin ? <LoadSource load={load} campaignLink={campaignLink} /> : load.name} · {load.userName}
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
      {!isCancelled && (hasNotes || mayCorrect) && (
        <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 3 }}>
          <Stacked gap={1.5} sx={{ flex: '1 1 20rem', minWidth: 0 }}>
            <Notes load={load} />
          </Stacked>
          {mayCorrect && (
            <Inline>
              <RejectedButton campaignId={campaignId} />
              {loadPath && (
                <ActionButton size="small" variant="text" to={`${loadPath}${FILES_HASH}`}>
                  Cargar las filas corregidas
                </ActionButton>
              )}
            </Inline>
          )}
        </Box>
      )}
      {mayCorrect && !isCancelled && <RejectedReasons campaignId={campaignId} load={load} />}
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

const UnknownPlacesDialog = later(
  async () => (await import('../places/unknown-places-dialog.tsx')).UnknownPlacesDialog,
);
const SHOWN_PLACES = 3;

function UnknownPlacesNote({ load }: { load: AudienceLoad }) {
  const [isOpen, setOpen] = useState(false);
  if (load.unknownPlaces.length === 0) return null;
  return (
    <Muted sx={{ overflowWrap: 'anywhere' }}>
      {unknownPlacesText(load)}:{' '}
      <BoldNames names={load.unknownPlaces} shown={SHOWN_PLACES} total={load.unknownPlacesCount} />.{' '}
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        <Link component="button" type="button" variant="body2" onClick={() => setOpen(true)}>
          Ver lugares
        </Link>
      </Box>
      {isOpen && <UnknownPlacesDialog load={load} onClose={() => setOpen(false)} />}
    </Muted>
  );
}

const Figures = styled('dl')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  gap: 14,
  margin: 0,
  whiteSpace: 'nowrap',
  '& > div': { display: 'flex', flexDirection: 'row-reverse', gap: 4 },
  '& dd': { margin: 0, fontWeight: 600, color: theme.palette.text.primary, fontVariantNumeric: 'tabular-nums' },
  '& [data-tone="good"] dd': { color: theme.palette.success.main },
  '& [data-tone="bad"] dt, & [data-tone="bad"] dd': { color: theme.palette.error.main },
  // Narrow windows show only loaded and rejected rows.
  [theme.breakpoints.down('lg')]: { '& > div:not([data-tone])': { display: 'none' } },
}));

/** The last load in one line, which opens the report. */
export function LoadStrip(props: { campaignId: number; load: AudienceLoad; onOpen: () => void }) {
  const { campaignId, load, onOpen } = props;
  const session = useSession();
  const title = useId();
  const { tone, icon: Icon } = lookOf(load);
  const summary = `${formatDateTime(load.finishedAt ?? load.createdAt)} · ${load.name} · ${load.userName}`;
  return (
    <Line
      component={Paper}
      role="region"
      aria-labelledby={title}
      sx={{
        position: 'relative',
        gap: { xs: 2, md: 3 },
        minHeight: '2.75rem',
        paddingInline: '16px 4px',
        mb: 3,
        [`@media ${LOW_WINDOW}`]: { minHeight: '2.25rem', mb: 2 },
        typography: 'body2',
        color: 'text.secondary',
        '& > svg': { flex: 'none', color: `soft.${tone}.text` },
      }}
    >
      <Icon size={18} stroke={2} aria-hidden />
      <Box
        component="h2"
        id={title}
        sx={{
          m: 0,
          font: 'inherit',
          fontWeight: 600,
          color: 'text.primary',
          whiteSpace: 'nowrap',
          // No room beside two figures on a phone.
          ...(load.status === 'COMPLETED' && load.rejected > 0 && { display: { xs: 'none', md: 'block' } }),
        }}
      >
        {REPORT_TITLES[load.status]}
      </Box>
      <Typography
        variant="body2"
        component="span"
        noWrap
        title={summary}
        sx={{ flex: '1 1 0', order: { xs: 1, md: 0 }, '& > span': { display: { xs: 'none', md: 'inline' } } }}
      >
        <span>{summary}</span>
      </Typography>
      {load.status !== 'CANCELLED' && (
        <Figures>
          {reportFigures(load).map(({ label, value, tone: kind }) => (
            <div key={label} data-tone={kind}>
              <dt>{label}</dt>
              <dd>{formatCount(value)}</dd>
            </div>
          ))}
        </Figures>
      )}
      {load.rejectedUntil !== null && can(loads.rejected, session) && (
        <Box
          sx={{ display: 'none', '@media (min-width: 1360px)': { display: 'block' }, position: 'relative', zIndex: 1 }}
        >
          <RejectedButton campaignId={campaignId} short />
        </Box>
      )}
      <IconAction
        label="Ver el informe de la carga"
        icon={IconChevronDown}
        aria-expanded={false}
        onClick={onOpen}
        sx={{ position: 'static', order: 1, '&::after': { content: '""', position: 'absolute', inset: 0 } }}
      />
    </Line>
  );
}

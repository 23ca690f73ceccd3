import { exports } from '@campanero/contract/exports/endpoints';
import { EXPORT_KINDS } from '@campanero/contract/exports/kinds';
import { type ExportDetail, isBeingMade } from '@campanero/contract/exports/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { Alert, Box, LinearProgress, Link as MuiLink, Paper, Typography } from '@mui/material';
import { useId } from 'react';
import { Link } from 'react-router';
import { exportQuery } from './api.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { DownloadButton } from '../../components/files/download-button.tsx';
import { fileSize } from '../../components/files/file-list.tsx';
import { expiryText, FileStrip } from '../../components/files/file-strip.tsx';
import { IconAlertTriangle, IconBan, IconClock } from '../../components/icons.ts';
import { Actions, Figures, Line, Muted } from '../../components/layout.tsx';
import { type Fact, FactList } from '../../components/page/fact-list.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useNow } from '../../lib/clock.ts';
import { downloadOf } from '../../lib/files.ts';
import { endpointKey, invalidate } from '../../lib/queries.ts';
import { notify } from '../../lib/snackbar.ts';
import { timeLeftText, usePace, waitingText } from '../../lib/text/pace.ts';
import { DOWNLOAD_FAILED, EXPORT_CANCEL_FAILED, EXPORT_CANCELLED, exportName } from './texts.ts';

interface ExportViewProps {
  detail: ExportDetail;
  /** Time of the response, in milliseconds. */
  at: number;
  campaignLink: (campaignId: number) => string;
}

export function ExportView({ detail, at, campaignLink }: ExportViewProps) {
  const title = useId();
  return (
    <Paper component="section" aria-labelledby={title} sx={{ p: { xs: 4, sm: 6 }, maxWidth: 720 }}>
      <Typography variant="h2" id={title} sx={{ overflowWrap: 'anywhere' }}>
        {exportName(detail)}
      </Typography>
      <Outcome detail={detail} at={at} />
      <Box sx={{ mt: 5 }}>
        <FactList facts={factsOf(detail, campaignLink)} />
      </Box>
    </Paper>
  );
}

function Outcome({ detail, at }: { detail: ExportDetail; at: number }) {
  const now = useNow().getTime();
  if (isBeingMade(detail.status)) return <Making detail={detail} at={at} />;
  const left = detail.expires === null ? undefined : expiryText(detail.expires * 1000, now);
  if (detail.status === 'COMPLETED' && left) return <Ready detail={detail} left={left} />;
  const { severity, icon: Icon, text } = OUTCOMES[detail.status === 'COMPLETED' ? 'EXPIRED' : detail.status];
  return (
    <Alert severity={severity} icon={<Icon size={18} stroke={1.75} aria-hidden />} sx={{ mt: 4 }}>
      {text ?? detail.failure ?? `${EXPORT_KINDS[detail.kind].failed}.`}
    </Alert>
  );
}

const OUTCOMES = {
  ERROR: { severity: 'error', icon: IconAlertTriangle, text: null },
  CANCELLED: { severity: 'info', icon: IconBan, text: 'La exportación fue cancelada: no quedó ningún archivo.' },
  EXPIRED: {
    severity: 'warning',
    icon: IconClock,
    text: 'La exportación venció: el archivo se guarda 72 horas y después se borra. Si lo necesita, pídala de nuevo.',
  },
} as const;

/** Screen readers are told in steps of per cent. */
const STEP = 10;

function Making({ detail, at }: { detail: ExportDetail; at: number }) {
  const input = { params: { id: detail.id } };
  const cancel = useEndpointMutation(exports.cancel, {
    replaces: ({ id }) => exportQuery(id),
    onSuccess: () => notify.info(EXPORT_CANCELLED),
    failed: EXPORT_CANCEL_FAILED,
    // It has probably ended meanwhile: refetch.
    onError: () => invalidate(endpointKey('exports', exports.detail, input)),
  });
  const percent = Math.floor(detail.progress * 100);
  const rows = formatCount(detail.rows);
  const secondsLeft = usePace(detail, at);
  return (
    <>
      <Muted sx={{ mt: 1 }}>
        {detail.status === 'PENDING' ? `${waitingText(detail.ahead ?? 0)}.` : 'Se está haciendo.'} Puede seguir
        trabajando: llega un enlace por mail y a la campana cuando termine.
      </Muted>
      <Line gap={3} sx={{ alignItems: 'baseline', mt: 4, mb: 2 }}>
        <Figures sx={{ typography: 'kpi', fontSize: '1.75rem' }}>{percent} %</Figures>
        <Muted sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {detail.total === null ? `${rows} filas` : `${rows} de ${formatCount(detail.total)} filas`}
          {secondsLeft !== undefined && `, ${timeLeftText(secondsLeft)}`}
        </Muted>
      </Line>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-label="Avance de la exportación"
        sx={{ height: 10, borderRadius: 5 }}
      />
      <VisuallyHidden role="status">{`${Math.floor(percent / STEP) * STEP} % de la exportación`}</VisuallyHidden>
      {detail.isOwn && (
        <Actions sx={{ mt: 4 }}>
          <ActionButton isPending={cancel.isPending} pendingText="Cancelando…" onClick={() => cancel.mutate(input)}>
            Cancelar exportación
          </ActionButton>
        </Actions>
      )}
    </>
  );
}

function Ready({ detail, left }: { detail: ExportDetail; left: string }) {
  const input = { params: { id: detail.id } };
  const rows = formatCounted(detail.rows, 'fila', 'filas');
  return (
    <>
      <FileStrip
        name={detail.fileName ?? ''}
        facts={detail.bytes === null ? [rows] : [rows, fileSize(detail.bytes)]}
        left={left}
      >
        <DownloadButton
          load={() => downloadOf(exports.download, input)}
          fileName={detail.fileName ?? 'exportacion'}
          failed={DOWNLOAD_FAILED}
          // It may have expired meanwhile.
          onFailed={() => invalidate(endpointKey('exports', exports.detail, input))}
          variant="contained"
          stroke={2}
          pendingText="Descargando…"
        >
          Descargar
        </DownloadButton>
      </FileStrip>
      <VisuallyHidden role="status">{`Archivo listo: ${detail.fileName ?? ''}`}</VisuallyHidden>
    </>
  );
}

function factsOf(detail: ExportDetail, campaignLink: ExportViewProps['campaignLink']): Fact[] {
  const { campaign, operatorName, userName, createdAt, finishedAt, format } = detail;
  const linkTo = ({ id, name }: { id: number; name: string }) => (
    <MuiLink component={Link} to={campaignLink(id)}>
      {name}
    </MuiLink>
  );
  return [
    ...(campaign ? [{ label: 'Campaña', value: linkTo(campaign) }] : []),
    ...(operatorName ? [{ label: 'Operador', value: operatorName }] : []),
    { label: 'Formato', value: format.toUpperCase() },
    { label: 'Pedida por', value: userName },
    { label: 'Pedida', value: <bdi dir="ltr">{formatDateTime(createdAt)}</bdi> },
    ...(finishedAt ? [{ label: 'Terminada', value: <bdi dir="ltr">{formatDateTime(finishedAt)}</bdi> }] : []),
  ];
}

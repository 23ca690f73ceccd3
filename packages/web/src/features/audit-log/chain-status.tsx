import { auditLog, type AuditCheck } from '@campanero/contract/audit-log/endpoints';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { Alert, AlertTitle, Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '../../components/icons.ts';
import { Line } from '../../components/layout.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { whenText } from '../../lib/text/when.ts';

const RUNNING_POLL_MS = 2_000;
const FAILED = 'No fue posible comprobar la auditoría. Inténtelo de nuevo.';

const chainQuery = () =>
  endpointQuery('audit', auditLog.lastCheck, undefined, { pollMs: ({ isRunning }) => isRunning && RUNNING_POLL_MS });

function CheckButton({ isRunning, isInherited = false }: { isRunning: boolean; isInherited?: boolean }) {
  const ask = useEndpointMutation(auditLog.check, { replaces: chainQuery, failed: FAILED });
  const isBusy = isRunning || ask.isPending;
  return (
    <Button
      variant="text"
      size="small"
      color={isInherited ? 'inherit' : 'primary'}
      disabled={isBusy}
      onClick={() => ask.mutate()}
    >
      {isBusy ? 'Comprobando…' : 'Comprobar ahora'}
    </Button>
  );
}

export function ChainAlert() {
  const { data: check } = useQuery(chainQuery());
  if (!check?.last || check.last.findingCount === 0) return null;
  const { at, findings, findingCount } = check.last;
  const others = findingCount - findings.length;
  return (
    <Alert
      severity="error"
      role="alert"
      icon={<IconAlertTriangle size={22} stroke={2} aria-hidden />}
      sx={{ mb: 4, border: 2, borderColor: 'error.main' }}
    >
      <AlertTitle sx={{ fontSize: '1rem', fontWeight: 650 }}>La auditoría fue alterada</AlertTitle>
      Comprobada el <bdi>{formatDateTime(at)}</bdi>. Avise a quien administra el servidor.
      <Box component="ul" sx={{ m: 0, mt: 2, mb: 1, paddingInlineStart: 4 }}>
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
        {others > 0 && <li>Y {formatCount(others)} más: las nombra todas «npm run audit:verify».</li>}
      </Box>
      <Box sx={{ marginInlineStart: '-12px' }}>
        <CheckButton isRunning={check.isRunning} isInherited />
      </Box>
    </Alert>
  );
}

export function ChainLine() {
  const { data: check } = useQuery(chainQuery());
  if (!check || (check.last && check.last.findingCount > 0)) return null;
  const { last, isRunning } = check;
  const Icon = last ? IconCircleCheck : IconCircleDashed;
  return (
    <Line gap={1} sx={{ typography: 'body2', color: 'text.secondary' }}>
      <Box component="span" sx={{ flex: 'none', display: 'inline-flex', color: last ? 'success.main' : 'inherit' }}>
        <Icon size={17} stroke={1.75} aria-hidden />
      </Box>
      <Tooltip title={last ? intactText(last) : ''} describeChild>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard reaches what the tooltip says */}
        <Box component="span" role="status" tabIndex={last ? 0 : undefined} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {last
            ? `Íntegra, comprobada ${lowered(whenText(last.at))}`
            : 'La cadena de la auditoría todavía no se comprobó'}
        </Box>
      </Tooltip>
      <CheckButton isRunning={isRunning} />
    </Line>
  );
}

const lowered = (when: string) => (when.startsWith('Hoy') ? when.toLowerCase() : `el ${when}`);

const intactText = ({ at, rows }: NonNullable<AuditCheck['last']>) =>
  `Auditoría íntegra: ${formatCounted(rows, 'registro comprobado', 'registros comprobados')} el ${formatDateTime(at)}.`;

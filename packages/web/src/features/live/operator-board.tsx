import type { LiveOperator, OperatorState } from '@campanero/contract/live/endpoints';
import { formatCount, formatCounted, NO_VALUE } from '@campanero/contract/shared/numbers';
import { Box, styled, Typography } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { Sparkbars } from '../../components/chart/sparkbars.tsx';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconMoon,
  IconPhoneCall,
  IconPlugConnectedX,
  IconUsers,
} from '../../components/icons.ts';
import { Faint, Inline, Line, RuledList } from '../../components/layout.tsx';
import { EmptyState } from '../../components/page/messages.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { ChipFrame } from '../../components/soft-chip.tsx';
import { TwoLineCell } from '../../components/table/cells.tsx';
import { Grid } from '../../components/table/cut-text.tsx';
import { BodyMessage, TableCard, TableScroll } from '../../components/table/styles.ts';
import { useHasSpace } from '../../lib/browser/room.ts';
import { mix } from '../../theme/color.ts';
import { TWO_LINES } from '../../theme/mixins.ts';
import { agoInWords, momentInWords, stateNow } from './board.ts';

const Table = styled(Grid)(({ theme: { palette } }) => ({
  minWidth: '46rem',
  '& td': { height: '2.75rem' },
  '& :is(th, td)': { paddingInline: '0 0.625rem' },
  '& :is(th, td):last-of-type': { paddingInlineEnd: '1rem' },
  '& tr[data-alert]': { background: mix(palette.soft.warning.bg, palette.background.paper, 0.34) },
  '& td b': { fontWeight: 600, color: palette.text.primary },
}));

const COLUMNS: readonly [name: string, width: string, align?: 'end'][] = [
  ['Operador · Campaña', 'auto'],
  ['Estado', '9.375rem'],
  ['Actividad', '5.25rem'],
  ['Última hora', '6.25rem'],
  ['Contacto', '4.25rem', 'end'],
  ['Por llamar', '5.5rem', 'end'],
];

const People = styled(RuledList)(({ theme: { palette } }) => ({
  '& > li': { display: 'grid', gap: 8, padding: '0.75rem 1rem' },
  '& > li[data-alert]': { background: mix(palette.soft.warning.bg, palette.background.paper, 0.34) },
  '& > li > :first-of-type span + span': TWO_LINES,
}));

const FactLine = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 10px',
  minWidth: 0,
  color: theme.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  '& b': { fontWeight: 600, color: theme.palette.text.primary },
}));

interface OperatorBoardProps extends Pick<RowsProps, 'operators' | 'now'> {
  hint: string;
  controls: ReactNode;
  campaignsPath: string;
}

const TABLE_ROOM = 740;
/** In the line of the title; below it on phones. */
const HINT = {
  flex: { xs: '1 0 100%', md: '1 1 0' },
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: { md: 'nowrap' },
};

export function OperatorBoard({ operators, now, hint, controls, campaignsPath }: OperatorBoardProps) {
  const id = useId();
  const isCompact = !useHasSpace(TABLE_ROOM);
  const tallest = Math.max(...operators.flatMap(({ tenMinutes }) => tenMinutes), 1);
  const rows = { operators, now, tallest, labelledBy: id };
  return (
    <TableCard aria-labelledby={id}>
      <Inline component="header" gap={0} sx={{ columnGap: 2, px: 4, pt: { xs: 2, md: 0 }, minHeight: '2.875rem' }}>
        <Typography variant="h2" id={id}>
          Operadores
        </Typography>
        <Faint title={hint} sx={HINT}>
          {hint}
        </Faint>
        <Box sx={{ marginInlineStart: 'auto', typography: 'body2' }}>{controls}</Box>
      </Inline>
      {operators.length === 0 ? (
        <BodyMessage>
          <EmptyState
            title="Nadie tiene campañas en curso"
            reason="Aquí aparecen los operadores de las campañas abiertas para llamar."
            action={
              <ActionButton to={campaignsPath} size="small">
                Ver campañas
              </ActionButton>
            }
            icon={<IconUsers size={20} stroke={1.75} />}
          />
        </BodyMessage>
      ) : isCompact ? (
        <CompactOperators {...rows} />
      ) : (
        <OperatorTable {...rows} />
      )}
    </TableCard>
  );
}

interface RowsProps {
  operators: readonly LiveOperator[];
  now: number;
  tallest: number;
  labelledBy: string;
}

const OperatorTable = ({ operators, now, tallest, labelledBy }: RowsProps) => (
  <TableScroll>
    <Table aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {COLUMNS.map(([name, width, align]) => (
            <th key={name} scope="col" data-align={align} style={{ width }}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {operators.map((operator) => (
          <tr key={operator.id} data-alert={stateNow(operator) === 'inactive' ? '' : undefined}>
            <td data-tone="strong">
              <Person operator={operator} />
            </td>
            <td>
              <OperatorStateChip {...operator} />
            </td>
            <td data-figures>
              <TwoLineCell {...activityOf(operator, now)} />
            </td>
            <td data-figures>
              <LastHour operator={operator} tallest={tallest} />
            </td>
            <td data-figures data-align="end">
              {contactRate(operator)}
            </td>
            <td data-figures data-align="end">
              <Pending operator={operator} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </TableScroll>
);

const Person = ({ operator }: { operator: LiveOperator }) => (
  <Line gap={2.5} sx={{ minWidth: 0 }}>
    <PersonAvatar name={operator.name} size={24} />
    <Box sx={{ minWidth: 0 }}>
      <TwoLineCell first={operator.name} second={operator.campaignName} />
    </Box>
  </Line>
);

/** With a call open, the last activity is now. */
function activityOf({ state, lastActivityAt }: LiveOperator, now: number): { first: string; second: string } {
  const at = state === 'calling' ? new Date(now).toISOString() : lastActivityAt;
  return at === null ? { first: NO_VALUE, second: '' } : { first: momentInWords(at, now), second: agoInWords(at, now) };
}

const LastHour = ({ operator, tallest }: { operator: LiveOperator; tallest: number }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
    <Box component="b" sx={{ minWidth: '1.25rem', textAlign: 'end' }}>
      {formatCount(operator.lastHour.calls)}
    </Box>
    <Sparkbars values={operator.tenMinutes} max={tallest} label="Llamados por tramo de 10 minutos" />
  </Box>
);

/** Rounded: few calls. */
const contactRate = ({ lastHour: { calls, contacted } }: LiveOperator) =>
  calls > 0 ? `${Math.round((100 * contacted) / calls)} %` : NO_VALUE;

const callbacksInWords = ({ overdueCallbacks, callbacksToday }: LiveOperator): string[] => [
  ...(overdueCallbacks > 0 ? [formatCounted(overdueCallbacks, 'vencido', 'vencidos')] : []),
  ...(callbacksToday > 0 ? [`${formatCount(callbacksToday)} hoy`] : []),
];

function Pending({ operator }: { operator: LiveOperator }) {
  const callbacks = callbacksInWords(operator);
  return (
    <span title={callbacks.length > 0 ? `Rellamados: ${callbacks.join(', ')}` : undefined}>
      <TwoLineCell first={formatCount(operator.pending)} second={callbacks[0] ?? ''} />
    </span>
  );
}

const CompactOperators = ({ operators, now, tallest, labelledBy }: RowsProps) => (
  <People aria-labelledby={labelledBy}>
    {operators.map((operator) => {
      const { first, second } = activityOf(operator, now);
      return (
        <li key={operator.id} data-alert={stateNow(operator) === 'inactive' ? '' : undefined}>
          <Person operator={operator} />
          <FactLine>
            <OperatorStateChip {...operator} />
            <span>{[first, second].filter(Boolean).join(' · ')}</span>
          </FactLine>
          <FactLine>
            <LastHour operator={operator} tallest={tallest} />
            <span>en la última hora</span>
          </FactLine>
          <FactLine>
            {[
              ...(operator.lastHour.calls > 0 ? [`${contactRate(operator)} contacto`] : []),
              `${formatCount(operator.pending)} por llamar`,
              ...callbacksInWords(operator),
            ].join(' · ')}
          </FactLine>
        </li>
      );
    })}
  </People>
);

const STATES: Record<OperatorState, { icon: Icon; text: string }> = {
  calling: { icon: IconPhoneCall, text: 'En llamado' },
  active: { icon: IconCircleCheck, text: 'Activo' },
  inactive: { icon: IconAlertTriangle, text: 'Sin actividad' },
  finished: { icon: IconCircleDashed, text: 'Nada por ahora' },
  offHours: { icon: IconMoon, text: 'Fuera de horario' },
  offline: { icon: IconPlugConnectedX, text: 'Desconectado' },
};

const Chip = styled(ChipFrame)(({ theme: { palette } }) => ({
  gap: 6,
  paddingInline: '7px 9px',
  fontSize: '0.78125rem',
  fontWeight: 550,
  whiteSpace: 'normal',
  verticalAlign: 'middle',
  '& svg': { flex: 'none' },
  '&[data-state="calling"]': { background: palette.soft.primary.bg, color: palette.soft.primary.text },
  '&[data-state="active"], &[data-state="finished"], &[data-state="offHours"]': {
    boxShadow: `inset 0 0 0 1px ${palette.divider}`,
    color: palette.text.secondary,
  },
  '&[data-state="active"] svg': { color: palette.success.main },
  '&[data-state="inactive"]': {
    background: palette.soft.warning.bg,
    color: palette.soft.warning.text,
    fontWeight: 640,
    boxShadow: `inset 0 0 0 1px ${mix(palette.warning.main, palette.soft.warning.bg, 0.34)}`,
  },
  '&[data-state="offline"]': { background: palette.surface.subtle, color: palette.text.disabled },
}));

const ON_PHONE = { ringing: 'Sonando', talking: 'Hablando' };

function OperatorStateChip({ state, onPhone }: Pick<LiveOperator, 'state' | 'onPhone'>) {
  const shown = stateNow({ state, onPhone });
  const { icon: StateIcon, text } = { ...STATES[shown], ...(onPhone && { text: ON_PHONE[onPhone] }) };
  return (
    <Chip data-state={shown}>
      <StateIcon size={14} stroke={2} aria-hidden />
      {text}
    </Chip>
  );
}

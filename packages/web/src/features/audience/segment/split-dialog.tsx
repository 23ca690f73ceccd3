import type { Split } from '@campanero/contract/audience/split';
import { formatCount, formatDecimal } from '@campanero/contract/shared/numbers';
import { Box, styled, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Field } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form/dialogs.tsx';
import { BarStatus } from '../../../components/form/form-note.tsx';
import { SubmitButton } from '../../../components/action-button.tsx';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '../../../components/icons.ts';
import { Figures, Hint, Line, Muted, PlainList } from '../../../components/layout.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { shortDay } from '../../../lib/text/when.ts';
import { errorText } from '../../../lib/errors.ts';
import { splitSummary, toCallText } from '../texts.ts';
import { endInWords, helpInWords, type Known, type Share, type SplitForecast } from './split-preview.ts';

interface SplitDialogProps {
  title: string;
  context: ReactNode;
  inputPane: ReactNode;
  resultPane: ReactNode;
  /** Grid columns on wide windows. */
  panes: string;
  /** The verb of the button, with the amount if there is one. */
  action: string;
  amount: number;
  pendingText: string;
  /** What is split, in words. */
  what: string;
  shares: readonly Share[];
  change: { error: Error | null; isPending: boolean };
  failed: string;
  whyNot: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
}

/** The frame of Segmentar and Rebalancear: input on the left, result on the right. */
export function SplitDialog(props: SplitDialogProps) {
  const { title, context, inputPane, resultPane, panes, action, amount, pendingText, what, shares, whyNot } = props;
  const { error, isPending } = props.change;
  const summary =
    whyNot ??
    splitSummary(
      what,
      shares.map(({ receives }) => receives),
    );
  return (
    <FormDialog
      title={title}
      width={960}
      titleSx={{ pb: 0.5 }}
      isPending={isPending}
      // A held Enter of the previous step must not submit.
      onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
      onSubmit={() => whyNot === undefined && !isPending && props.onSubmit()}
      onClose={props.onClose}
      other={
        <BarStatus
          note={error ? errorText(error, props.failed) : undefined}
          sx={{ flex: '1 1 14rem', color: 'text.secondary' }}
        >
          <Line role="status" gap={1.5}>
            <IconInfoCircle size={16} stroke={2} aria-hidden style={{ flex: 'none' }} />
            {summary}
          </Line>
        </BarStatus>
      }
      submit={
        <SubmitButton reason={whyNot} isPending={isPending} pendingText={pendingText}>
          {amount > 0 ? `${action} ${formatCount(amount)}` : action}
        </SubmitButton>
      }
      body={
        <>
          <Muted sx={{ px: 6, paddingInlineEnd: 15, pb: 3 }}>{context}</Muted>
          <Box
            // The panes scroll; their fields make them reachable by keyboard.
            sx={(theme) => ({
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: panes },
              borderTop: `1px solid ${theme.palette.divider}`,
              minHeight: 0,
              overflowY: 'auto',
            })}
          >
            <Box sx={{ p: { xs: 4, sm: '16px 16px 16px 24px' }, minWidth: 0 }}>{inputPane}</Box>
            <Box
              sx={(theme) => ({
                p: { xs: 4, sm: '16px 24px' },
                minWidth: 0,
                bgcolor: 'background.default',
                borderInlineStart: { md: `1px solid ${theme.palette.divider}` },
                borderTop: { xs: `1px solid ${theme.palette.divider}`, md: 0 },
              })}
            >
              {resultPane}
            </Box>
          </Box>
        </>
      }
    />
  );
}

const Legend = styled('span')(({ theme }) => ({
  marginInlineStart: 'auto',
  display: 'inline-flex',
  gap: 12,
  fontSize: '0.78125rem',
  color: theme.palette.text.secondary,
  '& > span': { display: 'inline-flex', alignItems: 'center', gap: 6 },
  '& i': { width: 10, height: 10, borderRadius: 3 },
}));

const Rows = styled(PlainList)(({ theme }) => ({
  '& > li': { paddingBlock: 10, borderBottom: `1px solid ${theme.palette.divider}` },
}));

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 2,
  height: 8,
  marginTop: 6,
  borderRadius: 4,
  overflow: 'hidden',
  background: theme.palette.surface.subtle,
  boxShadow: `inset 0 0 0 1px ${theme.palette.divider}`,
}));

const HEADROOM = 1.15;

interface SplitBarsProps {
  shares: readonly Share[];
  /** Unassigned numbers that remain; undefined: not shown. */
  left?: number | undefined;
  /** When the operator would finish: "24-11". */
  doneOf?: ((id: number) => string | undefined) | undefined;
}

export function SplitBars({ shares, left, doneOf }: SplitBarsProps) {
  const scale = Math.max(1, ...shares.map(({ pending, receives }) => pending + receives)) * HEADROOM;
  const widthOf = (n: number) => `${(n / scale) * 100}%`;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 4, mb: 1 }}>
        <Typography variant="h3">Así queda el reparto</Typography>
        <Legend aria-hidden>
          <span>
            <Box component="i" sx={{ bgcolor: 'line.strong' }} />
            ya tiene
          </span>
          <span>
            <Box component="i" sx={{ bgcolor: 'primary.main' }} />
            recibe
          </span>
        </Legend>
      </Box>
      <Rows aria-label="Así queda el reparto">
        {shares.map(({ id, name, pending, receives, hasExtra, isOver }) => (
          <li key={id}>
            <Line gap={1.5} sx={{ alignItems: 'baseline', typography: 'body2', '& small': { whiteSpace: 'nowrap' } }}>
              <Box component="span" sx={{ fontWeight: 550, minWidth: 0, overflowWrap: 'anywhere' }}>
                {name}
              </Box>
              {hasExtra && <Hint component="small">+1 del resto</Hint>}
              {doneOf?.(id) && <Hint component="small">termina el {doneOf(id)}</Hint>}
              <Figures component="span" sx={{ marginInlineStart: 'auto', whiteSpace: 'nowrap' }}>
                <Box component="b" sx={{ fontWeight: 600, color: isOver ? 'error.main' : 'primary.main' }}>
                  +{formatCount(receives)}
                </Box>{' '}
                <Box component="span" sx={{ color: 'text.disabled' }}>
                  <span aria-hidden>→ </span>
                  <VisuallyHidden>, queda con </VisuallyHidden>
                  {formatCount(pending + receives)}
                </Box>
              </Figures>
            </Line>
            <Bar aria-hidden>
              <Box sx={{ width: widthOf(pending), bgcolor: 'line.strong' }} />
              <Box sx={{ width: widthOf(receives), bgcolor: isOver ? 'error.main' : 'primary.main' }} />
            </Bar>
          </li>
        ))}
      </Rows>
      {left !== undefined && (
        <Box sx={{ display: 'flex', justifyContent: 'space-between', pt: 3 }}>
          <Muted component="span">Quedan sin operador</Muted>
          <Figures component="b" sx={{ typography: 'body2', fontWeight: 600 }}>
            {formatCount(left)}
          </Figures>
        </Box>
      )}
    </>
  );
}

interface SplitChoiceProps {
  split: Split;
  onSplit: (split: Split) => void;
  hasPaces: boolean;
}

export function SplitChoice({ split, onSplit, hasPaces }: SplitChoiceProps) {
  const help =
    split === 'equal'
      ? 'Todos reciben lo mismo.'
      : hasPaces
        ? 'Más a quien registró más por hora en las últimas dos semanas. Sin historia: el ritmo mediano de los demás.'
        : 'Nadie tiene registros en las últimas dos semanas: se reparte por igual.';
  return (
    // The longer of the two helps has two lines: the dialog keeps its height.
    <Box sx={{ '& .MuiFormHelperText-root': { minHeight: '2lh' } }}>
      <Field label="Reparto" help={help}>
        {({ id, labelId, describedBy }) => (
          <ToggleButtonGroup
            id={id}
            exclusive
            fullWidth
            aria-labelledby={labelId}
            aria-describedby={describedBy}
            value={split}
            onChange={(_event, chosen: Split | null) => chosen && onSplit(chosen)}
          >
            <ToggleButton value="equal">Por igual</ToggleButton>
            <ToggleButton value="pace">Según su ritmo</ToggleButton>
          </ToggleButtonGroup>
        )}
      </Field>
    </Box>
  );
}

export function noteOf({ pending, pace }: Known, split: Split): string {
  if (split === 'equal') return toCallText(pending);
  return `${pace === null ? 'sin historia' : `${formatDecimal(pace)}/h`} · ${toCallText(pending)}`;
}

interface SplitEndProps {
  forecast: SplitForecast;
  /** The forecast if split by pace, where the equal split is late. */
  byPace: SplitForecast | undefined;
  endDay: string;
}

export function SplitEnd({ forecast, byPace, endDay }: SplitEndProps) {
  const isLate = forecast.daysLate > 0;
  const EndIcon = isLate ? IconAlertTriangle : IconCircleCheck;
  const advice =
    byPace && byPace.daysLate <= 0 ? `Según su ritmo terminaría el ${shortDay(byPace.day)}.` : helpInWords(forecast);
  return (
    <Box
      role="status"
      sx={(theme) => ({
        display: 'flex',
        gap: 2,
        mt: 3,
        p: 3,
        borderRadius: 1,
        typography: 'body2',
        bgcolor: isLate ? theme.palette.soft.warning.bg : 'background.paper',
        color: isLate ? theme.palette.soft.warning.text : 'text.secondary',
        '& svg': { flex: 'none', mt: '2px', color: isLate ? 'inherit' : 'success.main' },
      })}
    >
      <EndIcon size={16} stroke={2} aria-hidden />
      <span>
        <b>{endInWords(forecast, endDay)}</b>
        {advice && ` ${advice}`}
      </span>
    </Box>
  );
}

import { loads } from '@campanero/contract/loads/endpoints';
import type { AudienceLoad } from '@campanero/contract/loads/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, Paper, styled } from '@mui/material';
import { useId } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { IconChevronDown } from '../../../components/icons.ts';
import { can } from '../../../lib/can.ts';
import { useSession } from '../../../lib/session.ts';
import { LOW_WINDOW } from '../../../theme/tokens.ts';
import { REPORT_TITLES, reportFigures } from '../texts.ts';
import { RejectedButton } from './last-load-report.tsx';
import { REPORT_LOOKS } from './load-report.tsx';

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
  const { tone, icon: Icon } = REPORT_LOOKS[load.status];
  const isCancelled = load.status === 'CANCELLED';
  const told = `${formatDateTime(load.finishedAt ?? load.createdAt)} · ${load.name} · ${load.userName}`;
  return (
    <Paper
      component="section"
      aria-labelledby={title}
      sx={{
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 2, md: 3 },
        minHeight: '2.75rem',
        paddingInlineStart: 4,
        paddingInlineEnd: 1,
        mb: 3,
        [`@media ${LOW_WINDOW}`]: { minHeight: '2.25rem', mb: 2 },
        typography: 'body2',
        color: 'text.secondary',
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', flex: 'none', color: `soft.${tone}.text` }}>
        <Icon size={18} stroke={2} aria-hidden />
      </Box>
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
      <Box
        component="span"
        title={told}
        sx={{
          flex: '1 1 0',
          order: { xs: 1, md: 0 },
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
          {told}
        </Box>
      </Box>
      {!isCancelled && (
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

        aria-expanded={false}
        onClick={onOpen}
        sx={{ position: 'static', order: 1, '&::after': { content: '""', position: 'absolute', inset: 0 } }}
      >
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </IconAction>
    </Paper>
  );
}

import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatPercent } from '@campanero/contract/shared/numbers';
import { Box, styled, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Figures, Hint, Line, Muted, PlainList, Stacked } from '../../../components/layout.tsx';
import { LIST_FAILED } from '../../../components/page/messages.tsx';
import { QueryState } from '../../../components/page/query-state.tsx';
import { ColorSquare, usableColor } from '../../../components/state-chip.tsx';
import { endpointQuery } from '../../../lib/queries.ts';
import { progressQuery } from '../api.ts';
import { TitledCard } from '../../../components/page/section.tsx';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 1.5,
  height: 12,
  borderRadius: 6,
  overflow: 'hidden',
  background: theme.palette.surface.subtle,
  '& > span': { minWidth: 2, boxShadow: 'inset 0 0 0 1px rgb(0 0 0 / 12%)' },
}));

const Rows = styled(PlainList)(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(14.5rem, 1fr))',
  columnGap: 24,
  rowGap: 6,
  '& [title]': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& b': { marginInlineStart: 'auto', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
}));

/** `children`: below the figures. */
export function ProgressCard({ campaignId, children }: { campaignId: number; children: ReactNode }) {
  const result = useQuery(progressQuery(campaignId));
  const progress = result.data;
  return (
    <TitledCard title="Avance" aside={progress && `${formatCount(progress.total)} en la audiencia`}>
      {!result.isSuccess && <QueryState query={result} height={120} message={LIST_FAILED} />}
      {progress && progress.total === 0 && <Typography color="textSecondary">Todavía no tiene audiencia.</Typography>}
      {progress && progress.total > 0 && (
        <Stacked>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 2 }}>
            <Figure value={progress.called} label={`llamados · ${formatPercent(progress.called / progress.total)}`} />
            <Figure value={progress.pending} label="pendientes" />
            <Figure value={progress.unassigned} label="sin operador" />
            {progress.reserve > 0 && <Figure value={progress.reserve} label="en reserva" />}
          </Box>
          {children}
          <Bar
            role="img"
            aria-label={progress.states.map(({ name, count }) => `${name}: ${formatCount(count)}`).join(', ')}
          >
            {progress.states
              .filter(({ count }) => count > 0)
              .map(({ id, color, count }) => (
                <span key={id} style={{ flexGrow: count, flexBasis: 0, background: usableColor(color) }} />
              ))}
          </Bar>
          <Rows aria-label="Llamados por estado">
            {progress.states.map(({ id, name, color, count }) => (
              <Line component="li" key={id}>
                <ColorSquare color={color} aria-hidden />
                <span title={name}>{name}</span>
                <b>{formatCount(count)}</b>
              </Line>
            ))}
          </Rows>
        </Stacked>
      )}
    </TitledCard>
  );
}

const Figure = ({ value, label }: { value: number; label: string }) => (
  <div>
    <Figures sx={{ typography: 'kpi' }}>{formatCount(value)}</Figures>
    <Muted>{label}</Muted>
  </div>
);

export function EventsCard({ campaignId }: { campaignId: number }) {
  const result = useQuery(endpointQuery('campaigns', campaigns.events, { params: { id: campaignId } }));
  return (
    <TitledCard title="Últimos movimientos">
      {!result.isSuccess && <QueryState query={result} height={160} message={LIST_FAILED} />}
      {result.data?.length === 0 && <Typography color="textSecondary">Todavía no hay movimientos.</Typography>}
      {result.data && result.data.length > 0 && (
        <Stacked
          component="ol"
          gap={3}
          sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 420, overflowY: 'auto' }}
          tabIndex={0}
          aria-label="Últimos movimientos"
        >
          {result.data.map(({ id, summary, userName, createdAt }) => (
            <li key={id}>
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {summary}
              </Typography>
              <Hint component="span">
                {userName} · <bdi>{formatDateTime(createdAt)}</bdi>
              </Hint>
            </li>
          ))}
        </Stacked>
      )}
    </TitledCard>
  );
}

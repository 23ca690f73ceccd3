import { formatCount } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import type { Share } from '../../split-preview.ts';

const Legend = styled('span')(({ theme }) => ({
  marginInlineStart: 'auto',
  display: 'inline-flex',
  gap: 12,
  fontSize: '0.78125rem',
  color: theme.palette.text.secondary,
  '& > span': { display: 'inline-flex', alignItems: 'center', gap: 6 },
  '& i': { width: 10, height: 10, borderRadius: 3 },
}));

const Rows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
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

/** Room at the end of the longest bar: totals are read there, not at the edge. */
const HEADROOM = 1.15;

interface SplitBarsProps {
  shares: readonly Share[];
  /** What stays without operator; undefined where that is no question. */
  left?: number | undefined;
}

/** What follows from what was decided: per operator what they have, what they receive and where they end (design 8.5). */
export function SplitBars({ shares, left }: SplitBarsProps) {
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
            <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5, typography: 'body2' }}>
              <Box component="span" sx={{ fontWeight: 550, minWidth: 0, overflowWrap: 'anywhere' }}>
                {name}
              </Box>
              {hasExtra && (
                <Box component="span" sx={{ typography: 'caption', color: 'text.disabled', whiteSpace: 'nowrap' }}>
                  +1 del resto
                </Box>
              )}
              <Box
                component="span"
                sx={{ marginInlineStart: 'auto', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
              >
                <Box component="b" sx={{ fontWeight: 600, color: isOver ? 'error.main' : 'primary.main' }}>
                  +{formatCount(receives)}
                </Box>{' '}
                <Box component="span" sx={{ color: 'text.disabled' }}>
                  <span aria-hidden>→ </span>
                  <VisuallyHidden>, queda con </VisuallyHidden>
                  {formatCount(pending + receives)}
                </Box>
              </Box>
            </Box>
            <Bar aria-hidden>
              <Box sx={{ width: widthOf(pending), bgcolor: 'line.strong' }} />
              <Box sx={{ width: widthOf(receives), bgcolor: isOver ? 'error.main' : 'primary.main' }} />
            </Bar>
          </li>
        ))}
      </Rows>
      {left !== undefined && (
        <Box sx={{ display: 'flex', pt: 3, typography: 'body2' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            Quedan sin operador
          </Box>
          <Box component="b" sx={{ marginInlineStart: 'auto', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {formatCount(left)}
          </Box>
        </Box>
      )}
    </>
  );
}

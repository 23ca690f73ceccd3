import { styled, Typography, useTheme } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { outlinedCard } from '../../theme/mixins.ts';
import { rem } from '../../theme/typography.ts';
import type { ChartSlot } from './data.ts';

export const CardSection = styled('section')(({ theme }) => ({ ...outlinedCard(theme), minWidth: 0 }));

/** Each line's first hairline lies outside and is clipped. */
const Cells = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(min(${rem(150)}, 50%), 1fr))`,
  margin: 0,
  padding: `${rem(7)} 0`,
  overflow: 'hidden',
  // Labels, figures and notes of a line share their rows, so that all figures stand on one baseline.
  '& > div': {
    display: 'grid',
    gridRow: 'span 4',
    gridTemplateRows: 'subgrid',
    alignContent: 'start',
    minWidth: 0,
    padding: `${rem(7)} ${rem(20)}`,
    marginInlineStart: -1,
    borderInlineStart: `1px solid ${theme.palette.divider}`,
  },
  '& dt': { ...theme.typography.body2, alignSelf: 'end', color: theme.palette.text.secondary, textWrap: 'balance' },
  '& dd': { margin: 0, fontVariantNumeric: 'tabular-nums' },
  '&[data-mixed] > div': { paddingInline: rem(14) },
  [theme.breakpoints.up('md')]: {
    '&[data-mixed="wide"]': { display: 'flex', flexWrap: 'wrap' },
    '&[data-mixed="wide"] > div': { whiteSpace: 'nowrap' },
    '&[data-mixed="wide"] > [data-wide]': { flex: `1 1 ${rem(260)}` },
  },
  // Each as wide as its words, so that none wraps.
  [theme.breakpoints.up('lg')]: {
    '&[data-mixed="notes"]': { display: 'flex', flexWrap: 'wrap' },
    '&[data-mixed="notes"] > div': { flex: '1 1 auto', paddingInline: rem(16), whiteSpace: 'nowrap' },
  },
  [theme.breakpoints.down('md')]: { '& > [data-wide]': { gridColumn: '1 / -1' } },
  [theme.breakpoints.down('sm')]: { '& > div': { paddingInline: rem(14) } },
}));

const Value = styled('dd')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: rem(8),
  '& > b': { ...theme.typography.kpi, fontSize: rem(26), lineHeight: rem(34), whiteSpace: 'nowrap' },
  '& > b > small': {
    fontSize: rem(15),
    lineHeight: 0,
    fontWeight: 500,
    letterSpacing: 0,
    color: theme.palette.text.secondary,
  },
  '& > span': { ...theme.typography.body2, color: theme.palette.text.secondary },
}));

const Meter = styled('div')(({ theme }) => ({
  height: 4,
  marginTop: rem(8),
  borderRadius: 2,
  overflow: 'hidden',
  background: theme.palette.surface.subtle,
  '& > i': { display: 'block', height: '100%', borderRadius: 2 },
}));

export interface Kpi {
  label: string;
  value: string;
  /** Small text after the value: "de 10". */
  unit?: string;
  /** "65,1 %", and the filled part of the bar (0 to 1). */
  share?: { text: string; part: number; slot: ChartSlot };
  note?: ReactNode;
}

const widthOf = (part: number) => `${Math.min(1, Math.max(0, part || 0)) * 100}%`;

interface KpiStripProps {
  title?: string;
  figures: readonly Kpi[];
  /** One more cell of another kind. */
  children?: ReactNode;
}

/** Figures side by side: label, number, share of the base with a bar. */
export function KpiStrip({ title, figures, children }: KpiStripProps) {
  const id = useId();
  const { palette } = useTheme();
  const mixed = children ? 'wide' : figures.some(({ note }) => note) ? 'notes' : undefined;
  return (
    <CardSection aria-labelledby={title ? id : undefined}>
      {title && (
        <Typography variant="h3" component="h2" id={id} sx={{ px: { xs: 3.5, sm: 5 }, pt: 3 }}>
          {title}
        </Typography>
      )}
      <Cells data-mixed={mixed} sx={title ? { pt: '0.375rem' } : undefined}>
        {figures.map(({ label, value, unit, share, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <Value>
              <b>
                {value}
                {unit && <small> {unit}</small>}
              </b>
              {share && <span>{share.text}</span>}
            </Value>
            {share && (
              <Meter aria-hidden>
                <i style={{ width: widthOf(share.part), background: palette.chart[share.slot - 1] }} />
              </Meter>
            )}
            {note && (
              <Typography component="dd" variant="caption" color="textDisabled" sx={{ textWrap: 'balance' }}>
                {note}
              </Typography>
            )}
          </div>
        ))}
        {children && <div data-wide="">{children}</div>}
      </Cells>
    </CardSection>
  );
}

import { styled, Typography, useTheme } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { outlinedCard } from '../../theme/mixins.ts';
import { rem } from '../../theme/typography.ts';
import { Faint, Inline } from '../layout.tsx';
import type { ChartSlot } from './data.ts';

export const CardSection = styled('section')(({ theme }) => ({ ...outlinedCard(theme), minWidth: 0 }));

/** Each line's first hairline lies outside and is clipped. */
const Cells = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  margin: 0,
  padding: `${rem(7)} 0`,
  overflow: 'hidden',
  '& > div': {
    // Equally wide unless the words need more, so that none wraps.
    flex: '1 1 0',
    minWidth: 'max-content',
    padding: `${rem(7)} ${rem(20)}`,
    marginInlineStart: -1,
    borderInlineStart: `1px solid ${theme.palette.divider}`,
  },
  '&[data-notes] > div': { paddingInline: rem(14) },
  '& > [data-wide]': {
    flex: '1 0 100%',
    minWidth: 0,
    containerType: 'inline-size',
    marginTop: rem(7),
    paddingTop: rem(11),
    borderTop: `1px solid ${theme.palette.divider}`,
  },
  '& dt': { ...theme.typography.body2, color: theme.palette.text.secondary },
  '& dd': { margin: 0, fontVariantNumeric: 'tabular-nums' },
  [theme.breakpoints.down('sm')]: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    // Labels, figures and notes of a line share their rows, so that all figures stand on one baseline.
    '& > div': {
      display: 'grid',
      gridRow: 'span 4',
      gridTemplateRows: 'subgrid',
      alignContent: 'start',
      minWidth: 0,
      paddingInline: rem(14),
    },
    '& > :is([data-long], [data-wide])': { gridColumn: '1 / -1' },
    '& dt': { alignSelf: 'end', textWrap: 'balance' },
  },
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

/** Does not fit half a phone. */
const LONG_LABEL = 23;

interface KpiStripProps {
  title?: string;
  subtitle?: string;
  figures: readonly Kpi[];
  /** A line of another kind below the figures. */
  children?: ReactNode;
}

/** Figures side by side: label, number, share of the base with a bar. */
export function KpiStrip({ title, subtitle, figures, children }: KpiStripProps) {
  const id = useId();
  const { palette } = useTheme();
  const hasNotes = figures.some(({ note }) => note);
  return (
    <CardSection aria-labelledby={title ? id : undefined}>
      {title && (
        <Inline component="header" gap={0} sx={{ columnGap: 2, px: { xs: 3.5, sm: 5 }, pt: 3 }}>
          <Typography variant="h3" component="h2" id={id}>
            {title}
          </Typography>
          {subtitle && <Faint>{subtitle}</Faint>}
        </Inline>
      )}
      <Cells data-notes={hasNotes ? '' : undefined} sx={title ? { pt: '0.375rem' } : undefined}>
        {figures.map(({ label, value, unit, share, note }) => (
          <div key={label} data-long={label.length >= LONG_LABEL ? '' : undefined}>
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
              <Typography component="dd" variant="caption" color="textDisabled">
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

import { Box, Paper, styled, type Theme, Typography } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
import { type ReactNode, useId } from 'react';
import { Figures, Inline, Line, Muted, PlainList, Stacked } from '../layout.tsx';

/** Card rows: title line with secondary text below. */
export const Rows = styled(PlainList)(({ theme }) => ({
  '& > li': { ...theme.typography.body2, padding: '10px 16px', borderTop: `1px solid ${theme.palette.line.soft}` },
  '& b': { fontWeight: 600, overflowWrap: 'anywhere' },
  '& p': { margin: '2px 0 0', color: theme.palette.text.secondary, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '& .quiet': { color: theme.palette.text.secondary },
  '& a': { color: 'inherit' },
}));

/** Rows with figures or buttons at the end. */
export const FigureRows = styled(Rows)({
  '& > li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' },
  '& > li > div:first-of-type': { flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' },
  '& a': { fontWeight: 600 },
});

export const CardColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  columnGap: 16,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(20rem, 2fr)' },
}));

interface SectionProps {
  title: string;
  aside?: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

export function Section({ title, aside, note, action, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ mb: 4 }}>
      <Inline sx={{ alignItems: note ? 'flex-start' : 'center', p: 4 }}>
        <Box sx={{ flex: '1 1 10rem' }}>
          <Inline sx={{ alignItems: 'baseline', rowGap: 0 }}>
            <Typography variant="h3" component="h2" id={id}>
              {title}
            </Typography>
            {aside !== undefined && <Figures sx={{ typography: 'body2', color: 'text.disabled' }}>{aside}</Figures>}
          </Inline>
          {note && <Muted sx={{ mt: 1 }}>{note}</Muted>}
        </Box>
        {action}
      </Inline>
      {children}
    </Paper>
  );
}

/** Of a step of the wizard, so that its buttons stay from step to step. */
export const STEP_HEIGHT = { xs: '23rem', md: '19rem' };

interface ExplainedProps extends Pick<SectionProps, 'title' | 'children'> {
  help: ReactNode;
}

/** A few fields, with what they are for beside them; of one height, so that the buttons below stay from step to step. */
export const Explained = ({ title, help, children }: ExplainedProps) => (
  <Box
    sx={{
      display: 'grid',
      alignContent: 'start',
      gap: { xs: 5, md: 8 },
      minHeight: STEP_HEIGHT,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
    }}
  >
    <div>
      <Typography variant="h3">{title}</Typography>
      <Muted sx={{ mt: 1 }}>{help}</Muted>
    </div>
    <Stacked gap={5} sx={{ alignContent: 'start' }}>
      {children}
    </Stacked>
  </Box>
);

interface TitledCardProps extends Pick<SectionProps, 'title' | 'aside' | 'children'> {
  /** Below the title. */
  gap?: number;
  sx?: SystemStyleObject<Theme>;
}

export function TitledCard({ title, aside, gap = 3, sx, children }: TitledCardProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ p: 5, ...sx }}>
      <Line sx={{ alignItems: 'baseline', mb: gap }}>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {aside && (
          <Figures sx={{ typography: 'body2', color: 'text.disabled', marginInlineStart: 'auto' }}>{aside}</Figures>
        )}
      </Line>
      {children}
    </Paper>
  );
}

export const FormCard = (props: Pick<TitledCardProps, 'title' | 'children'>) => (
  <TitledCard {...props} gap={4} sx={{ maxWidth: 720, mb: 4 }} />
);

import { Box, Skeleton, type SkeletonProps, Typography } from '@mui/material';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Inline, Stacked } from '../layout.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';

export function PageHeader({ title, aside, action }: { title: string; aside?: ReactNode; action?: ReactNode }) {
  return (
    <Inline component="header" gap={3} sx={{ mt: 2, mb: 4, minHeight: '2.5rem' }}>
      <Typography variant="h1">{title}</Typography>
      {aside && (
        <Typography component="span" color="textDisabled" sx={{ pt: '3px', fontVariantNumeric: 'tabular-nums' }}>
          {aside}
        </Typography>
      )}
      {/* At the end of its line, also where it takes a line of its own. */}
      {action && <Box sx={{ marginInlineStart: 'auto', '& > div': { justifyContent: 'flex-end' } }}>{action}</Box>}
    </Inline>
  );
}

/** Skeletons while something loads, announced to screen readers. */
export const Loading = (props: ComponentProps<typeof Stacked>) => (
  <Delayed>
    <Stacked role="status" {...props}>
      <VisuallyHidden>Cargando…</VisuallyHidden>
      {props.children}
    </Stacked>
  </Delayed>
);

/** Shown while a page's code or data are loading, below its title once that is known. */
export const PageSkeleton = ({ title }: { title?: string }) => (
  <>
    {title && <PageHeader title={title} />}
    <Loading gap={0}>
      {!title && <Skeleton width={200} height={28} sx={{ mt: 3.5, mb: 5.5 }} />}
      <Skeleton width="100%" height={420} />
    </Loading>
  </>
);

const SKELETON_DELAY_MS = 300;

/** Delays a skeleton, so that fast answers do not flicker. */
export function Delayed({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : null;
}

export const DelayedSkeleton = (props: SkeletonProps) => (
  <Delayed>
    <Skeleton {...props} />
  </Delayed>
);

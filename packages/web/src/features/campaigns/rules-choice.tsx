import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import type { OwnRulesProps } from './own-rules.tsx';

/** A part of its own: the pages that have it among their fields stay within their script budget. */
const OwnRules = lazy(() => import('./own-rules.tsx').then((module) => ({ default: module.OwnRules })));

export const RulesChoice = (props: OwnRulesProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={68} />}>
    <OwnRules {...props} />
  </Suspense>
);

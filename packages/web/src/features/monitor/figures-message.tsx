import { Checkbox, FormControlLabel, Skeleton, styled } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Inline } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { Loading } from '../../components/page/page-header.tsx';
import { errorText } from '../../lib/errors.ts';
import { FAILED } from './figures.ts';

/** Skeleton or error before the first figures. */
export function figuresMessage({ data, error, isFetching, refetch }: UseQueryResult) {
  if (data !== undefined) return undefined;
  if (error && !isFetching) return <ErrorState message={errorText(error, FAILED)} onRetry={() => void refetch()} />;
  return (
    <Loading sx={{ width: '100%', p: 4 }}>
      <Skeleton width="100%" height={320} />
    </Loading>
  );
}

interface ToggleProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export const Toggle = ({ label, checked, disabled = false, onChange }: ToggleProps) => (
  <FormControlLabel
    label={label}
    disabled={disabled}
    control={<Checkbox checked={checked} onChange={(_event, is) => onChange(is)} />}
    sx={{ marginInline: '-8px 0' }}
  />
);

export const Controls = ({ children }: { children: ReactNode }) => (
  <Inline gap={0} sx={{ columnGap: 3 }}>
    {children}
  </Inline>
);
export const Hairline = styled('span')(({ theme }) => ({ width: 1, height: 20, background: theme.palette.divider }));

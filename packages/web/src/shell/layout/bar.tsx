import { Box, type Theme } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
import type { ReactNode } from 'react';

interface BarProps {
  component: 'header' | 'footer' | 'div';
  edge: 'top' | 'bottom';
  /** Distance from its edge of the window; undefined: scrolls with the page. */
  stays: string | undefined;
  height: string;
  sx: SystemStyleObject<Theme>;
  columnSx?: SystemStyleObject<Theme>;
  children: ReactNode;
}

export function Bar({ component, edge, stays, height, sx, columnSx, children }: BarProps) {
  return (
    <Box
      component={component}
      data-bar={edge}
      sx={{
        position: stays === undefined ? 'relative' : 'sticky',
        ...(stays !== undefined && { [edge]: stays }),
        zIndex: 'appBar',
        flex: 'none',
        height,
        ...(edge === 'top' ? { borderBottom: 1 } : { borderTop: 1 }),
        borderColor: 'line.soft',
        ...sx,
      }}
    >
      <Box
        sx={{
          height: '100%',
          maxWidth: 'var(--container)',
          marginInline: 'auto',
          display: 'flex',
          alignItems: 'center',
          ...columnSx,
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

/** Padding of the page and of the bars' columns. */
export const pageSides = {
  paddingInlineStart: { xs: '12px', md: 'var(--page-start, 40px)' },
  paddingInlineEnd: { xs: '12px', md: '40px' },
} as const;

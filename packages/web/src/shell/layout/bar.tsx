import { Box, type Theme } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
import type { ReactNode } from 'react';

interface BarProps {
  component: 'header' | 'footer' | 'div';
  edge: 'top' | 'bottom';
  /** How far from that edge of the window it stays; undefined: it scrolls away with the page. */
  stays: string | undefined;
  height: string;
  /** Styles of the bar, which spans the frame. */
  sx: SystemStyleObject<Theme>;
  /** Styles of its content, which stands in the page's column. */
  columnSx?: SystemStyleObject<Theme>;
  children: ReactNode;
}

/** One of the shell's bars. */
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

/** Air beside the page and what stands in line with it; a narrow rail leaves less of it. */
export const pageSides = {
  paddingInlineStart: { xs: '12px', md: 'var(--page-start, 40px)' },
  paddingInlineEnd: { xs: '12px', md: '40px' },
} as const;

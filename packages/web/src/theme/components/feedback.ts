import type { Components, Theme } from '@mui/material';
import { LOW_WINDOW, MOBILE_BREAKPOINT, SIZES } from '../tokens.ts';

export const feedback: Components<Theme> = {
  MuiAlert: {
    defaultProps: { variant: 'standard' },
    styleOverrides: {
      root: ({ theme, ownerState }) => {
        const tone = theme.palette.soft[ownerState.severity === 'error' ? 'danger' : (ownerState.severity ?? 'info')];
        return {
          padding: '10px 12px',
          gap: 10,
          border: 0,
          borderRadius: theme.radius.control,
          fontSize: '0.8125rem',
          lineHeight: '1.125rem',
          backgroundColor: tone.bg,
          color: tone.text,
          '& .MuiAlert-icon': { color: tone.text, padding: 0, margin: 0, alignItems: 'flex-start' },
          '& .MuiAlert-message': { padding: 0 },
        };
      },
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: 'wave', variant: 'rounded' },
    styleOverrides: { root: ({ theme }) => ({ backgroundColor: theme.palette.surface.subtle }) },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: ({ theme }) => ({ height: 6, borderRadius: 3, backgroundColor: theme.palette.surface.subtle }),
    },
  },
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: {
        colorScheme: theme.palette.mode,
        WebkitTextSizeAdjust: '100%',
        '--bar-height': `${SIZES.bar / 16}rem`,
        [`@media (max-width: ${MOBILE_BREAKPOINT - 0.05}px), ${LOW_WINDOW}`]: {
          '--bar-height': `${SIZES.barLow / 16}rem`,
        },
      },
      body: {
        fontOpticalSizing: 'auto',
        fontVariantLigatures: 'contextual',
        textRendering: 'optimizeLegibility',
        minWidth: 320,
      },
      '#root': { minHeight: '100vh' },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0s !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0s !important',
          scrollBehavior: 'auto !important',
        },
      },
      '::selection': { backgroundColor: theme.palette.soft.primary.bg, color: theme.palette.soft.primary.text },
    }),
  },
};

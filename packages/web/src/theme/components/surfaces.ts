import type { Components, Theme } from '@mui/material';
import { scrollbarOf } from '../scrollbars.tsx';
import { LOW_WINDOW, MOBILE_BREAKPOINT, SIZES } from '../tokens.ts';

const floating = (theme: Theme) => ({
  backgroundColor: theme.palette.surface.raised,
  backgroundImage: 'none',
  border: `${theme.palette.line.width}px solid ${theme.palette.line.soft}`,
  ...scrollbarOf(theme),
});

export const surfaces: Components<Theme> = {
  MuiPaper: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: { backgroundImage: 'none' },
      outlined: ({ theme }) => ({ borderColor: theme.palette.line.soft, borderWidth: theme.palette.line.width }),
      rounded: ({ theme }) => ({ borderRadius: theme.radius.card }),
    },
  },
  MuiPopover: {
    defaultProps: { slotProps: { paper: { variant: 'outlined' } } },
    styleOverrides: {
      // Above the messages.
      root: ({ theme }) => ({ zIndex: theme.zIndex.snackbar + 1 }),
      paper: ({ theme }) => ({ ...floating(theme), borderRadius: theme.radius.menu, boxShadow: theme.elevation.menu }),
    },
  },
  MuiMenu: { styleOverrides: { list: { padding: 6, outline: 0 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: '2.25rem',
        // MUI resets it on wide screens.
        [theme.breakpoints.up('sm')]: { minHeight: '2.25rem' },
        padding: '0 10px',
        gap: 10,
        borderRadius: theme.radius.chip,
        fontSize: '0.84375rem',
        '& > svg': { color: theme.palette.text.secondary, flex: 'none' },
        '&:hover, &.Mui-focusVisible, &.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: theme.palette.surface.raisedHover,
        },
        // Outside, the paper would clip the ring.
        '&.Mui-focusVisible, &:focus-visible': { outlineOffset: -2 },
      }),
    },
  },
  MuiDivider: { styleOverrides: { root: ({ theme }) => ({ borderColor: theme.palette.line.soft }) } },
  MuiDialog: {
    defaultProps: { slotProps: { paper: { elevation: 0, variant: 'elevation' } } },
    styleOverrides: {
      paper: ({ theme }) => ({
        backgroundColor: theme.palette.surface.raised,
        borderRadius: theme.radius.dialog,
        boxShadow: theme.elevation.dialog,
        [`@media ${LOW_WINDOW}`]: { margin: 12, maxHeight: 'calc(100% - 24px)' },
        [theme.breakpoints.down('sm')]: { margin: 12, maxWidth: 'calc(100% - 24px)', maxHeight: 'calc(100% - 24px)' },
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: { padding: '18px 24px 14px', fontSize: '1.125rem', lineHeight: '1.5rem', fontWeight: 620 },
    },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '0 24px 20px' } } },
  MuiDialogActions: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '14px 24px',
        gap: 8,
        borderTop: `1px solid ${theme.palette.line.soft}`,
        // In dark, dialogs have the background of disabled buttons.
        '& .MuiButton-contained:is([aria-disabled="true"], .Mui-disabled)': {
          backgroundColor: theme.palette.surface.raisedHover,
        },
      }),
    },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: ({ theme }) => ({ '&:not(.MuiBackdrop-invisible)': { backgroundColor: theme.palette.overlay.scrim } }),
    },
  },
  MuiDrawer: {
    defaultProps: { slotProps: { paper: { variant: 'elevation', elevation: 0 } } },
    styleOverrides: {
      paper: ({ theme }) => ({ borderRadius: 0, boxShadow: theme.elevation.sheet, ...scrollbarOf(theme) }),
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ borderBottomColor: theme.palette.line.soft, padding: '0 12px' }),
      head: ({ theme }) => ({
        height: '2.25rem',
        fontSize: '0.78125rem',
        lineHeight: '1rem',
        fontWeight: 550,
        color: theme.palette.text.secondary,
        backgroundColor: theme.palette.surface.subtle,
        whiteSpace: 'nowrap',
      }),
      body: {
        height: '3rem',
        fontSize: '0.84375rem',
        lineHeight: '1.125rem',
        'html[data-density="compact"] &': { height: '2.25rem' },
      },
    },
  },
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
          // A button goes below the text, a × stays beside it.
          [theme.breakpoints.down('sm')]: { flexWrap: 'wrap', '& > .MuiAlert-message': { flex: '1 1 12rem' } },
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

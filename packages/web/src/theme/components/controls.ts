import type { Components, Theme } from '@mui/material';
import { mix } from '../color.ts';

/** Focus ring of everything but inputs. */
export const focusRing = (theme: Theme) => ({ outline: `2px solid ${theme.palette.focusRing}`, outlineOffset: 2 });

export const chosenLook = ({ palette }: Theme) => ({
  background: palette.soft.primary.bg,
  borderColor: palette.primary.main,
  color: palette.soft.primary.text,
  fontWeight: 600,
});

const outlined = (theme: Theme) => mix(theme.palette.line.strong, theme.palette.background.paper, 0.62);

const tile = ({ theme }: { theme: Theme }) => ({ borderRadius: theme.radius.chip, marginInlineStart: 0 });

export const controls: Components<Theme> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        fontFamily: 'inherit',
        '&.Mui-focusVisible, &:focus-visible': focusRing(theme),
        // Disabled with a reason: stays focusable, and hover shows the tooltip.
        '&.Mui-disabled[aria-disabled="true"]': { pointerEvents: 'auto', cursor: 'default' },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined', color: 'primary' },
    styleOverrides: {
      root: ({ theme }) => ({
        height: '2.5rem',
        minWidth: 0,
        padding: '0 14px',
        borderRadius: theme.radius.control,
        whiteSpace: 'nowrap',
        transition: theme.transitions.create(['background-color', 'border-color', 'color'], {
          duration: theme.transitions.duration.shortest,
        }),
        '&.Mui-disabled, &[aria-disabled="true"]': {
          backgroundColor: theme.palette.surface.subtle,
          color: theme.palette.text.disabled,
          borderColor: 'transparent',
          cursor: 'default',
        },
      }),
      contained: ({ theme, ownerState }) => ({
        ...(ownerState.color === 'error' && { '&:hover': { backgroundColor: theme.palette.error.dark } }),
        '&:focus-visible': focusRing(theme),
        // Backgrounds are removed there.
        '@media (forced-colors: active)': { border: '1px solid' },
      }),
      outlined: ({ theme, ownerState }) => ({
        borderColor: outlined(theme),
        borderWidth: theme.palette.line.width,
        backgroundColor: theme.palette.background.paper,
        color: ownerState.color === 'error' ? theme.palette.error.main : theme.palette.text.primary,
        '&:hover': { backgroundColor: theme.palette.surface.subtle, borderColor: theme.palette.line.strong },
      }),
      text: ({ theme }) => ({
        padding: '0 10px',
        '&:hover': { backgroundColor: theme.palette.soft.primary.bg },
        '&[aria-disabled="true"]': { backgroundColor: 'transparent' },
      }),
      sizeSmall: { height: '2.25rem', padding: '0 12px', fontSize: '0.84375rem' },
      sizeLarge: { height: '2.75rem', fontSize: '0.9375rem' },
      startIcon: { marginInlineStart: -2, marginInlineEnd: 8 },
      endIcon: { marginInlineStart: 8, marginInlineEnd: -2 },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: '2.5rem',
        height: '2.5rem',
        padding: 0,
        borderRadius: theme.radius.control,
        color: theme.palette.text.secondary,
        '&:hover, &[aria-expanded="true"]': { backgroundColor: theme.palette.surface.subtle },
        '&.Mui-disabled': { color: theme.palette.action.disabled, opacity: 0.6 },
      }),
      sizeSmall: { width: '2rem', height: '2rem' },
    },
  },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: {
      root: ({ theme }) => ({ fontWeight: 550, borderRadius: 2, '&:focus-visible': focusRing(theme) }),
      // Only standalone buttons need the minimum target (WCAG 2.5.8).
      button: { minHeight: '1.5rem' },
    },
  },
  MuiToggleButtonGroup: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: 3,
        gap: 2,
        borderRadius: 9,
        backgroundColor: theme.palette.surface.subtle,
        border: `1px solid ${theme.palette.line.soft}`,
      }),
      // Separate tiles instead of MUI's joined borders.
      firstButton: tile,
      middleButton: tile,
      lastButton: tile,
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        height: '2rem',
        padding: '0 12px',
        gap: 6,
        border: 0,
        borderRadius: theme.radius.chip,
        fontSize: '0.84375rem',
        fontWeight: 520,
        color: theme.palette.text.secondary,
        textTransform: 'none',
        '&:hover': { backgroundColor: 'transparent', color: theme.palette.text.primary },
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: theme.palette.background.paper,
          color: theme.palette.text.primary,
          fontWeight: 600,
          boxShadow: `0 0 0 1px ${theme.palette.line.soft}`,
        },
      }),
    },
  },
  MuiTabs: {
    styleOverrides: {
      root: ({ theme }) => ({ minHeight: '2.5rem', borderBottom: `1px solid ${theme.palette.line.soft}` }),
      // Its place on paper is that of the window.
      indicator: { height: 2, borderRadius: '2px 2px 0 0', '@media print': { display: 'none' } },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: '2.5rem',
        minWidth: 0,
        padding: '0 12px',
        fontWeight: 520,
        color: theme.palette.text.secondary,
        '&.Mui-selected': { fontWeight: 600 },
        '&:focus-visible': { ...focusRing(theme), outlineOffset: -2 },
      }),
    },
  },
};

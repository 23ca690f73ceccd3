import type { Components, Theme } from '@mui/material';
import { createElement } from 'react';
import { IconChevronDown, IconX } from '../../components/icons.ts';
import { withAlpha } from '../color.ts';

const CHECK = 'M5 12l5 5L20 7';
const DASH = 'M5 12h14';
const drawing = (path: string, color: string) =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${color}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`,
  )}")`;

const indicator = { width: '1.75rem', height: '1.75rem', padding: 0, marginInlineEnd: 0 };

export const inputs: Components<Theme> = {
  MuiOutlinedInput: {
    defaultProps: { notched: false, fullWidth: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: '2.5rem',
        borderRadius: theme.radius.control,
        backgroundColor: theme.palette.background.paper,
        '& .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.palette.line.strong,
          borderWidth: theme.palette.line.width,
          top: 0,
        },
        // Labels are above the field.
        '& .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.palette.text.secondary },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderWidth: theme.palette.line.width,
          borderColor: theme.palette.primary.main,
          boxShadow: `0 0 0 3px ${withAlpha(theme.palette.primary.main, 0.22)}`,
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: theme.palette.error.main },
        '&.Mui-error.Mui-focused .MuiOutlinedInput-notchedOutline': {
          boxShadow: `0 0 0 3px ${withAlpha(theme.palette.error.main, 0.22)}`,
        },
        '&.Mui-disabled': {
          backgroundColor: theme.palette.surface.subtle,
          '& .MuiOutlinedInput-notchedOutline': { borderColor: theme.palette.line.soft },
        },
      }),
      input: ({ theme }) => ({
        height: '1.25rem',
        padding: '10px 12px',
        // SearchInput has its own ×.
        '&::-webkit-search-cancel-button': { display: 'none' },
        '&::placeholder': { color: theme.palette.text.disabled, opacity: 1 },
        '&.Mui-disabled': { WebkitTextFillColor: theme.palette.text.disabled },
        // Chrome paints autofilled fields; only an inset shadow covers it.
        '&:-webkit-autofill': {
          borderRadius: 'inherit',
          WebkitTextFillColor: theme.palette.text.primary,
          WebkitBoxShadow: `0 0 0 100px ${theme.palette.background.paper} inset`,
          caretColor: theme.palette.text.primary,
        },
      }),
      sizeSmall: {
        minHeight: '2.25rem',
        fontSize: '0.84375rem',
        '& .MuiOutlinedInput-input': { height: '1.125rem', padding: '9px 10px' },
      },
      multiline: { padding: 0 },
    },
  },
  MuiInputBase: { styleOverrides: { root: { fontSize: '0.875rem' } } },
  MuiSelect: {
    defaultProps: { IconComponent: IconChevronDown },
    styleOverrides: {
      select: { minHeight: '1.25rem !important', display: 'flex', alignItems: 'center' },
      icon: ({ theme }) => ({ width: 18, height: 18, top: 'calc(50% - 9px)', color: theme.palette.text.secondary }),
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: '0.8125rem',
        lineHeight: '1.125rem',
        fontWeight: 550,
        color: theme.palette.text.primary,
        '&.Mui-focused, &.Mui-error': { color: theme.palette.text.primary },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({
        margin: '6px 0 0',
        fontSize: '0.78125rem',
        lineHeight: '1rem',
        color: theme.palette.text.disabled,
        // An error without help takes the room between fields, so that nothing moves.
        '&[data-replaces-nothing]': { marginTop: 2, marginBottom: 'calc(-1rem - 2px)' },
      }),
    },
  },
  MuiAutocomplete: {
    defaultProps: {
      popupIcon: createElement(IconChevronDown, { size: 18, stroke: 1.75, 'aria-hidden': true }),
      clearIcon: createElement(IconX, { size: 16, stroke: 2, 'aria-hidden': true }),
    },
    styleOverrides: {
      popupIndicator: indicator,
      // In a line of text the two buttons keep their order from right to left.
      endAdornment: { display: 'flex' },
      clearIndicator: indicator,
      popper: ({ theme }) => ({ zIndex: theme.zIndex.snackbar + 1 }),
      paper: ({ theme }) => ({
        borderRadius: theme.radius.menu,
        border: `1px solid ${theme.palette.line.soft}`,
        boxShadow: theme.elevation.menu,
        backgroundColor: theme.palette.surface.raised,
      }),
      listbox: { padding: 6 },
      option: ({ theme }) => ({
        minHeight: '2.25rem !important',
        borderRadius: theme.radius.chip,
        fontSize: '0.84375rem',
        '&.Mui-focused': { backgroundColor: `${theme.palette.surface.raisedHover} !important` },
      }),
      inputRoot: {
        paddingBlock: 0,
        '&.MuiOutlinedInput-root .MuiAutocomplete-input': { paddingInlineStart: 3 },
        '&.MuiInputBase-sizeSmall .MuiAutocomplete-input.MuiAutocomplete-input': { paddingInlineStart: 4 },
      },
      tag: ({ theme }) => ({ height: '1.75rem', borderRadius: theme.radius.chip }),
    },
  },
  MuiCheckbox: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        padding: 8,
        color: theme.palette.line.strong,
        // Same drawing as in components/transfer-list/option-list.tsx.
        '& .MuiSvgIcon-root': { display: 'none' },
        '&::before': {
          content: '""',
          width: 18,
          height: 18,
          boxSizing: 'border-box',
          border: `1.5px solid ${theme.palette.line.strong}`,
          borderRadius: 4,
        },
        '&.Mui-checked::before, &.MuiCheckbox-indeterminate::before': {
          borderColor: theme.palette.primary.main,
          background: `${theme.palette.primary.main} ${drawing(CHECK, theme.palette.primary.contrastText)} center / 14px no-repeat`,
        },
        '&.MuiCheckbox-indeterminate::before': { backgroundImage: drawing(DASH, theme.palette.primary.contrastText) },
        '&.Mui-disabled::before': { opacity: 0.5 },
      }),
    },
  },
  MuiRadio: { styleOverrides: { root: ({ theme }) => ({ padding: 7, color: theme.palette.line.strong }) } },
  MuiSwitch: {
    styleOverrides: {
      root: { width: 36, height: 20, padding: 0, margin: 6, overflow: 'visible' },
      switchBase: ({ theme }) => ({
        padding: 2,
        color: theme.palette.background.paper,
        // Target of 32 px.
        '& .MuiSwitch-input': { top: -6, height: 32 },
        '&.Mui-checked': { transform: 'translateX(16px)', color: theme.palette.primary.contrastText },
        '&.Mui-checked + .MuiSwitch-track': { opacity: 1, backgroundColor: theme.palette.primary.main },
        '&.Mui-focusVisible + .MuiSwitch-track': { outline: `2px solid ${theme.palette.focusRing}`, outlineOffset: 2 },
      }),
      thumb: { width: 16, height: 16, boxShadow: 'none' },
      track: ({ theme }) => ({ borderRadius: 10, opacity: 1, backgroundColor: theme.palette.line.strong }),
    },
  },
};

import { alpha, styled } from '@mui/material/styles';
import { createElement } from 'react';
import { IconCalendar, IconChevronDown, IconChevronLeft, IconChevronRight } from './icons.ts';

/** The same glyphs as everywhere else. */
export const PICKER_ICONS = {
  openPickerIcon: () => createElement(IconCalendar, { size: 18, stroke: 1.75, 'aria-hidden': true }),
  switchViewIcon: () => createElement(IconChevronDown, { size: 16, stroke: 2, 'aria-hidden': true }),
  leftArrowIcon: () => createElement(IconChevronLeft, { size: 18, stroke: 1.75, 'aria-hidden': true }),
  rightArrowIcon: () => createElement(IconChevronRight, { size: 18, stroke: 1.75, 'aria-hidden': true }),
};

/** The picker's own input beside ours: same height, line and halo, and a placeholder that can be read (UX-17). */
export const PickerFrame = styled('div')(({ theme }) => ({
  '& .MuiPickersOutlinedInput-root': {
    minHeight: '2.25rem',
    paddingInlineStart: 10,
    background: theme.palette.background.paper,
  },
  '& .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: theme.palette.line.strong,
    top: 0,
    '& legend': { display: 'none' },
  },
  '& .MuiPickersOutlinedInput-root:hover .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: theme.palette.text.secondary,
  },
  '& .MuiPickersOutlinedInput-root.Mui-focused .MuiPickersOutlinedInput-notchedOutline': {
    borderWidth: 1,
    borderColor: theme.palette.primary.main,
    boxShadow: `0 0 0 3px ${alpha(theme.palette.primary.main, 0.22)}`,
  },
  '& .MuiPickersOutlinedInput-root.Mui-error .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: theme.palette.error.main,
  },
  '& .MuiPickersInputBase-sectionsContainer': {
    paddingBlock: 8,
    fontSize: '0.84375rem',
    letterSpacing: 'normal',
    opacity: 1,
  },
  '&[data-empty] .MuiPickersInputBase-sectionsContainer': { color: theme.palette.text.disabled },
  // In forms; filters are one step lower.
  '&[data-tall] .MuiPickersOutlinedInput-root': { minHeight: '2.5rem', paddingInlineStart: 12 },
  '&[data-tall] .MuiPickersInputBase-sectionsContainer': { paddingBlock: 10, fontSize: '0.875rem' },
  '& .Mui-disabled .MuiPickersOutlinedInput-notchedOutline': { borderColor: theme.palette.line.soft },
}));

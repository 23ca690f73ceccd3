import type { SxProps, Theme } from '@mui/material/styles';

/** A calendar like the rest of the product, in its menu on a wide screen and in its dialog on a phone. */
const look: SxProps<Theme> = (theme) => ({
  zIndex: theme.zIndex.snackbar + 1,
  '& .MuiPickersCalendarHeader-label': { ...theme.typography.h3, textTransform: 'capitalize' },
  '& .MuiDayCalendar-weekDayLabel': {
    ...theme.typography.caption,
    fontWeight: 550,
    color: theme.palette.text.disabled,
  },
  '& .MuiPickerDay-root': {
    fontSize: '0.84375rem',
    fontVariantNumeric: 'tabular-nums',
    borderRadius: `${theme.radius.control}px`,
  },
  '& .MuiPickerDay-root.MuiPickerDay-today:not(.Mui-selected)': {
    borderColor: theme.palette.line.strong,
    backgroundColor: 'transparent',
    fontWeight: 600,
  },
  '& .MuiMenuItem-root': { borderRadius: `${theme.radius.chip}px`, fontVariantNumeric: 'tabular-nums' },
  '& .MuiMenuItem-root.Mui-selected, & .MuiMenuItem-root.Mui-selected:hover': {
    backgroundColor: theme.palette.primary.main,
    color: theme.palette.primary.contrastText,
  },
  '& .MuiDateTimePickerTabs-root': { boxShadow: 'none' },
  '& .MuiDateTimePickerTabs-root .MuiTab-root': { minHeight: '2.75rem', flex: 1 },
  // The last button goes on or takes the date over: the one filled button.
  '& .MuiDialogActions-root button:last-of-type': {
    borderColor: 'transparent',
    backgroundColor: theme.palette.primary.main,
    color: theme.palette.primary.contrastText,
    '&:hover': { backgroundColor: theme.palette.primary.dark },
  },
});

export const pickerLook = (label: string) => ({
  popper: { 'aria-label': label, sx: look },
  dialog: { 'aria-label': label, sx: look },
  toolbar: { hidden: true },
});

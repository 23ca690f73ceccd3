import { PRODUCT_OFFSET_MINUTES } from '@campanero/contract/shared/dates';
import { alpha, styled, type SxProps, type Theme, ThemeProvider } from '@mui/material';
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { esES } from '@mui/x-date-pickers/locales';
import { es } from 'date-fns/locale/es';
import { type ComponentType, type FocusEvent, type ReactNode, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { IconCalendar, IconChevronDown, IconChevronLeft, IconChevronRight, IconX } from '../icons.ts';
import type { FieldWiring } from './field.tsx';

const VIEWS: Record<string, string> = { hours: 'la hora', minutes: 'los minutos' };

/** The library's Spanish uses tú and misses accents. */
const TEXTS = {
  ...esES.components.MuiLocalizationProvider.defaultProps.localeText,
  okButtonLabel: 'Aceptar',
  calendarViewSwitchingButtonAriaLabel: (view: string) => (view === 'year' ? 'Elegir el día' : 'Elegir el año'),
  selectViewText: (view: string) => `Elija ${VIEWS[view] ?? view}`,
  openDatePickerDialogue: (shown: string | null) =>
    shown ? `Cambiar la fecha, que es el ${shown}` : 'Elegir la fecha',
  fieldClearLabel: 'Borrar',
  dateTableLabel: 'Elija la fecha',
  timeTableLabel: 'Elija la hora',
  day: 'Día',
  weekDay: 'Día de la semana',
  hours: 'Hora',
  minutes: 'Minuto',
};

export const OFFSET_MS = PRODUCT_OFFSET_MINUTES * 60_000;

/** A date whose local fields read as the instant does at UTC-3: pickers work in the browser's zone. */
export function zonedDate(instant: number): Date {
  const wall = new Date(instant + OFFSET_MS);
  return new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
  );
}

/** Marks the server's day at UTC-3 as today, not the PC's. */
class ProductDates extends AdapterDateFns {
  constructor(options: ConstructorParameters<typeof AdapterDateFns>[0]) {
    super(options);
    const dateOf = this.date;
    this.date = (value) => dateOf(value === undefined ? (zonedDate(now()).toISOString() as typeof value) : value);
  }
}

interface PickerFrameProps {
  isEmpty: boolean;
  isTall: boolean;
  onBlur: (event: FocusEvent<HTMLDivElement>) => void;
  children: ReactNode;
}

export const PickerFrame = ({ isEmpty, isTall, onBlur, children }: PickerFrameProps) => (
  <LocalizationProvider dateAdapter={ProductDates} adapterLocale={es} localeText={TEXTS}>
    <Frame data-empty={isEmpty ? '' : undefined} data-tall={isTall ? '' : undefined} onBlur={onBlur}>
      {children}
    </Frame>
  </LocalizationProvider>
);

const fromLeft = (theme: Theme): Theme => ({ ...theme, direction: 'ltr' });
const icon = (Sign: typeof IconX, size: number, stroke: number) => () => (
  <Sign size={size} stroke={stroke} aria-hidden />
);

/** Our icons, and the picker's field, which in RTL would write the time before the date. */
export const pickerSlots = <P extends object>(Input: ComponentType<P>) => ({
  openPickerIcon: icon(IconCalendar, 18, 1.75),
  clearIcon: icon(IconX, 16, 1.75),
  switchViewIcon: icon(IconChevronDown, 16, 2),
  leftArrowIcon: icon(IconChevronLeft, 18, 1.75),
  rightArrowIcon: icon(IconChevronRight, 18, 1.75),
  field: (props: P) => (
    <ThemeProvider theme={fromLeft}>
      <Input {...props} />
    </ThemeProvider>
  ),
});

/** Makes the picker's input look like our inputs. */
const Frame = styled('div')(({ theme }) => ({
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
  // Medium inputs of forms; filters are lower.
  '&[data-tall] .MuiPickersOutlinedInput-root': { minHeight: '2.5rem', paddingInlineStart: 12 },
  '&[data-tall] .MuiPickersInputBase-sectionsContainer': { paddingBlock: 10, fontSize: '0.875rem' },
  '& .MuiPickersOutlinedInput-root.Mui-disabled': { background: theme.palette.surface.subtle },
  '& .MuiPickersOutlinedInput-root.Mui-disabled .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: theme.palette.line.soft,
  },
  // Not only under a pointer.
  '& .clearButton': { opacity: 1 },
}));

/** Styles of the calendar, in a menu or in a dialog. */
const look: SxProps<Theme> = (theme) => ({
  zIndex: theme.zIndex.snackbar + 1,
  '& .MuiPickersCalendarHeader-label': { ...theme.typography.h3, textTransform: 'capitalize' },
  // The calendar swaps its arrows itself in RTL.
  '& .MuiPickersArrowSwitcher-button svg': { transform: 'none' },
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
  // The last button confirms.
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

export const pickerInput = ({ id, labelId, invalid, describedBy }: FieldWiring) => ({
  id,
  fullWidth: true,
  error: invalid,
  slotProps: { input: { 'aria-labelledby': labelId, 'aria-describedby': describedBy } },
});

/** Value of an unfinished date; no schema accepts it. */
export const UNFINISHED = 'incompleta';

interface PickedOptions {
  value: string;
  onChange: (value: string) => void;
  dateOf: (value: string) => Date | null;
  textOf: (date: Date | null) => string;
}

/** Converts between the picker's dates and the field's text. */
export function usePicked({ value, onChange, dateOf, textOf }: PickedOptions) {
  const [shown, setShown] = useState({ value, date: dateOf(value), resets: 0 });
  // The value was changed from outside (form reset): a new key discards what was typed.
  if (shown.value !== value) setShown({ value, date: dateOf(value), resets: shown.resets + 1 });
  const tell = (next: string, date: Date | null) => {
    setShown({ ...shown, value: next, date });
    onChange(next);
  };
  return {
    key: shown.resets,
    date: shown.date,
    pick: (date: Date | null) => tell(textOf(date), date),
    // The picker does not report an unfinished date: without this it would look filled in and not be sent.
    leave: (frame: Element) => {
      if (shown.date !== null) return;
      const next = frame.querySelector('input')?.value === '' ? '' : UNFINISHED;
      if (next !== shown.value) tell(next, null);
    },
  };
}

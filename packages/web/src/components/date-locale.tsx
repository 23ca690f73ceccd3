import { PRODUCT_OFFSET_MINUTES } from '@campanero/contract/shared/dates';
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { esES } from '@mui/x-date-pickers/locales';
import { es } from 'date-fns/locale/es';
import type { ReactNode } from 'react';
import { now } from '../lib/clock.ts';

const VIEWS: Record<string, string> = { hours: 'la hora', minutes: 'los minutos' };

/** The library's Spanish, where it says tú, forgets an accent or speaks of views and values. */
const TEXTS = {
  ...esES.components.MuiLocalizationProvider.defaultProps.localeText,
  okButtonLabel: 'Aceptar',
  openPreviousView: 'Volver a la vista anterior',
  openNextView: 'Ir a la vista siguiente',
  calendarViewSwitchingButtonAriaLabel: (view: string) => (view === 'year' ? 'Elegir el día' : 'Elegir el año'),
  datePickerToolbarTitle: 'Elija la fecha',
  dateTimePickerToolbarTitle: 'Elija la fecha y la hora',
  timePickerToolbarTitle: 'Elija la hora',
  selectViewText: (view: string) => `Elija ${VIEWS[view] ?? view}`,
  openDatePickerDialogue: (shown: string | null) =>
    shown ? `Cambiar la fecha, que es el ${shown}` : 'Elegir la fecha',
  openTimePickerDialogue: (shown: string | null) => (shown ? `Cambiar la hora, que es ${shown}` : 'Elegir la hora'),
  fieldClearLabel: 'Borrar',
  dateTableLabel: 'Elija la fecha',
  timeTableLabel: 'Elija la hora',
  day: 'Día',
  weekDay: 'Día de la semana',
  hours: 'Hora',
  minutes: 'Minuto',
  empty: 'Vacío',
};

export const OFFSET_MS = PRODUCT_OFFSET_MINUTES * 60_000;

/** Pickers speak the browser's zone; this date reads there as the instant reads at UTC-3 (spec 9). */
export function wallDate(instant: number): Date {
  const wall = new Date(instant + OFFSET_MS);
  return new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
  );
}

/** The marked day and the button Hoy are the server's day at UTC-3, not the PC's. */
class ProductDates extends AdapterDateFns {
  constructor(options: ConstructorParameters<typeof AdapterDateFns>[0]) {
    super(options);
    const dateOf = this.date;
    this.date = (value) => dateOf(value === undefined ? (wallDate(now()).toISOString() as typeof value) : value);
  }
}

/** Calendars in Spanish, weeks from Monday. */
export function DateLocale({ children }: { children: ReactNode }) {
  return (
    <LocalizationProvider dateAdapter={ProductDates} adapterLocale={es} localeText={TEXTS}>
      {children}
    </LocalizationProvider>
  );
}

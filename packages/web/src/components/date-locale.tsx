import { PRODUCT_OFFSET_MINUTES } from '@campanero/contract/shared/dates';
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { esES } from '@mui/x-date-pickers/locales';
import { es } from 'date-fns/locale/es';
import type { ReactNode } from 'react';
import { now } from '../lib/clock.ts';

const TEXTS = esES.components.MuiLocalizationProvider.defaultProps.localeText;

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

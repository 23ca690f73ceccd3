import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { esES } from '@mui/x-date-pickers/locales';
import { es } from 'date-fns/locale/es';
import type { ReactNode } from 'react';

const TEXTS = esES.components.MuiLocalizationProvider.defaultProps.localeText;

/** Calendars in Spanish, weeks from Monday. */
export function DateLocale({ children }: { children: ReactNode }) {
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={es} localeText={TEXTS}>
      {children}
    </LocalizationProvider>
  );
}

import { GlobalStyles, type Theme } from '@mui/material';
import { useSettings } from '../lib/settings.ts';

/** On scroll containers with their own colours. */
export const scrollbarOf = (theme: Theme) => ({ '--scrollbar': theme.palette.line.strong });

const thin = (
  <GlobalStyles
    styles={(theme) => ({
      html: scrollbarOf(theme),
      '@media (pointer: fine)': { '*': { scrollbarWidth: 'thin', scrollbarColor: 'var(--scrollbar) transparent' } },
    })}
  />
);

export const Scrollbars = () => (useSettings().customScrollbars ? thin : null);

import { GlobalStyles, type Theme } from '@mui/material';
import { useSettings } from '../lib/settings.ts';

/** On what scrolls in colours of its own: its thumb's, whatever part of the shell it belongs to. */
export const scrollbarOf = (theme: Theme) => ({ '--scrollbar': theme.palette.line.strong });

/** Thin ones of our own where a fine pointer scrolls; touch devices keep theirs. */
const thin = (
  <GlobalStyles
    styles={(theme) => ({
      html: scrollbarOf(theme),
      '@media (pointer: fine)': { '*': { scrollbarWidth: 'thin', scrollbarColor: 'var(--scrollbar) transparent' } },
    })}
  />
);

/** The browser's own where they are switched off. */
export const Scrollbars = () => (useSettings().customScrollbars ? thin : null);

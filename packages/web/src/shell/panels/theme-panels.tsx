import { later } from '../../components/later.tsx';
import { useMediaQuery, useTheme } from '@mui/material';
import { useEffect, useState } from 'react';
import { EdgeTab } from './edge-tab.tsx';
import { openPanel, usePanel } from './open-panel.ts';

const PanelSheet = later(async () => (await import('./panel-sheet.tsx')).PanelSheet);

/** The panels' tab at the window's edge; on a phone the user menu opens them. */
export function ThemePanels() {
  const panel = usePanel();
  const isMobile = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  const [isAskedFor, setAskedFor] = useState(false);
  if (panel && !isAskedFor) setAskedFor(true);
  // Signing out closes an open panel.
  useEffect(() => () => openPanel(null), []);
  return (
    <>
      {!isMobile && <EdgeTab sx={{ position: 'fixed', insetInlineEnd: 'var(--end-edge, 0px)', zIndex: 'fab' }} />}
      {isAskedFor && <PanelSheet />}
    </>
  );
}

import { Box, IconButton, SwipeableDrawer, type Theme, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { IconX } from '../../components/icons.ts';
import { Spread } from '../../components/layout.tsx';
import { useShellText } from '../../i18n/i18n.ts';
import { BAR_HEIGHT } from '../../theme/tokens.ts';
import { ColorSchemes } from './color-schemes.tsx';
import { EDGE_TAB, EdgeTab } from './edge-tab.tsx';
import { openPanel, usePanel } from './open-panel.ts';
import { ThemeSettings } from './theme-settings.tsx';

const WIDTH = 380;
const close = () => openPanel(null);

/** The open panel without backdrop, so that changes show at once. */
export function PanelSheet() {
  const panel = usePanel();
  // The last panel stays rendered while it slides out.
  const [shown, setShown] = useState(panel ?? 'themeSettings');
  if (panel && panel !== shown) setShown(panel);
  const { text, langOf, lang } = useShellText();
  const titleId = useId();
  return (
    <SwipeableDrawer
      anchor="right"
      open={panel !== null}
      onOpen={() => undefined}
      onClose={close}
      disableSwipeToOpen
      disableDiscovery
      ModalProps={{ disableScrollLock: true, keepMounted: false }}
      slotProps={{
        backdrop: { invisible: true },
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          lang,
          'data-keep-clear': '',
          sx: (theme: Theme) => ({
            width: `min(${WIDTH}px, 90%, calc(100% - ${EDGE_TAB.width}px))`,
            // The tab overflows; the content scrolls itself.
            overflow: 'visible',
            bgcolor: 'background.paper',
            borderInlineStart: `${theme.palette.line.width}px solid ${theme.palette.line.soft}`,
          }),
        } as object,
      }}
    >
      <EdgeTab sx={{ position: 'absolute', insetInlineEnd: '100%' }} />
      <Spread
        gap={0}
        sx={{ flex: 'none', height: BAR_HEIGHT, paddingInline: '24px 12px', borderBottom: 1, borderColor: 'line.soft' }}
      >
        <Typography id={titleId} variant="h2" lang={langOf(`panels.${shown}`)} sx={{ fontSize: '1.0625rem' }}>
          {text(`panels.${shown}`)}
        </Typography>
        <IconButton aria-label={text('panelNotes.close')} onClick={close}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </Spread>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain' }}>
        {shown === 'themeSettings' ? <ThemeSettings /> : <ColorSchemes />}
      </Box>
    </SwipeableDrawer>
  );
}

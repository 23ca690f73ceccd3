import { Box, IconButton, keyframes, type Theme } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
import { Tooltip } from '../../components/tooltip.tsx';
import { useShellText } from '../../i18n/i18n.ts';
import { openPanel, PANELS, usePanel } from './open-panel.ts';

export const EDGE_TAB = { top: 160, width: 40, height: 80 } as const;

const turn = keyframes({ to: { transform: 'rotate(1turn)' } });
const TURN_SECONDS = 12;

/** The buttons of both panels: at the window's edge, or at that of the open panel. */
export function EdgeTab({ sx }: { sx: SystemStyleObject<Theme> }) {
  const { text, langOf, lang } = useShellText();
  const open = usePanel();
  return (
    <Box
      role="group"
      aria-label={text('panelNotes.tab')}
      lang={lang}
      data-keep-clear
      sx={[
        (theme) => ({
          top: EDGE_TAB.top,
          width: EDGE_TAB.width,
          height: EDGE_TAB.height,
          display: 'grid',
          placeItems: 'center',
          paddingBlock: '3px',
          bgcolor: theme.palette.surface.raised,
          border: `${theme.palette.line.width}px solid ${theme.palette.line.soft}`,
          borderInlineEnd: 0,
          borderStartStartRadius: theme.radius.menu,
          borderEndStartRadius: theme.radius.menu,
          boxShadow: theme.elevation.menu,
          // No shadow on the panel's side.
          clipPath: 'inset(-40px 0 -40px -40px)',
          '&:dir(rtl)': { clipPath: 'inset(-40px -40px -40px 0)' },
        }),
        sx,
      ]}
    >
      {PANELS.map(({ panel, Icon }) => (
        <Tooltip key={panel} title={text(`panels.${panel}`)} placement="beside">
          <IconButton
            size="small"
            lang={langOf(`panels.${panel}`)}
            aria-label={text(`panels.${panel}`)}
            aria-haspopup="dialog"
            aria-expanded={open === panel}
            onClick={() => openPanel(open === panel ? null : panel)}
            sx={({ palette: { soft } }) => ({
              '&[aria-expanded="true"]': { bgcolor: soft.primary.bg, color: soft.primary.text },
              ...(panel === 'themeSettings' && { '& svg': { animation: `${turn} ${TURN_SECONDS}s linear infinite` } }),
            })}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
      ))}
    </Box>
  );
}

import { Box, ButtonBase, GlobalStyles, styled } from '@mui/material';
import { IconChevronRight } from '../../components/icons.ts';
import { Line } from '../../components/layout.tsx';
import { useShellText } from '../../i18n/i18n.ts';
import { useConnection } from '../../lib/live/socket.ts';
import { FIXED_BOTTOM, FIXED_TOP } from '../../theme/tokens.ts';
import { pageSides } from './bar.tsx';
import { barsOf, useFrame } from './effective-layout.ts';

export const CONTENT_ID = 'contenido';

const Anchor = styled('a')(({ theme }) => ({
  position: 'fixed',
  insetInlineStart: 12,
  top: 12,
  zIndex: theme.zIndex.tooltip,
  padding: '10px 16px',
  borderRadius: theme.radius.control,
  backgroundColor: theme.palette.primary.main,
  color: theme.palette.primary.contrastText,
  fontWeight: 580,
  textDecoration: 'none',
  outline: `2px solid ${theme.palette.focusRing}`,
  outlineOffset: 2,
  '&:not(:focus)': { clipPath: 'inset(50%)', width: 1, height: 1, padding: 0, overflow: 'hidden' },
}));

export function SkipLink() {
  const { text, lang } = useShellText();
  return (
    <Anchor href={`#${CONTENT_ID}`} lang={lang}>
      {text('shell.skip')}
    </Anchor>
  );
}

/** One line above the breadcrumbs, which pushes the page down: what it covered could not be read or pressed. */
export function OfflineBar() {
  const { text, lang } = useShellText();
  const isLost = useConnection() === 'lost';
  return (
    <Box role="status" lang={lang} sx={{ position: 'sticky', top: FIXED_TOP, zIndex: 4 }}>
      {isLost && (
        <Line
          sx={{
            minHeight: 32,
            ...pageSides,
            typography: 'body2',
            bgcolor: 'soft.warning.bg',
            color: 'soft.warning.text',
          }}
        >
          {text('shell.offline')}
        </Line>
      )}
    </Box>
  );
}

const Pill = styled(ButtonBase)(({ theme }) => ({
  position: 'fixed',
  top: 96,
  [theme.breakpoints.down('md')]: { top: 'auto', bottom: `calc(${FIXED_BOTTOM} + 24px)` },
  zIndex: theme.zIndex.appBar,
  width: 28,
  height: 56,
  backgroundColor: theme.palette.background.default,
  color: theme.palette.text.primary,
  border: `1px solid ${theme.palette.line.strong}`,
  boxShadow: theme.elevation.menu,
  '&:hover': { backgroundColor: theme.palette.surface.hover },
}));

/** Brings the navbar back if there is no toolbar. */
export function ShowNavigation({ isAtEnd, onShow }: { isAtEnd: boolean; onShow: () => void }) {
  const { text, lang } = useShellText();
  const label = text('shell.showNavigation');
  return (
    <Pill
      aria-label={label}
      title={label}
      lang={lang}
      onClick={onShow}
      sx={
        isAtEnd
          ? { insetInlineEnd: 'var(--box-edge)', borderStartStartRadius: 28, borderEndStartRadius: 28 }
          : { insetInlineStart: 'var(--box-edge)', borderStartEndRadius: 28, borderEndEndRadius: 28 }
      }
    >
      <span style={{ display: 'flex', rotate: isAtEnd ? '180deg' : undefined }}>
        <IconChevronRight size={18} stroke={2} aria-hidden />
      </span>
    </Pill>
  );
}

/** CSS variables with the sizes of the bars, so that focused elements are never hidden under one (WCAG 2.4.11). `--page-bar`: a page's own bar. */
export function FrameStyles() {
  const frame = useFrame();
  const { mode, containerWidth } = frame.layout.config;
  const { fixedTop, fixedBottom, all } = barsOf(frame);
  const width = `${containerWidth}px`;
  return (
    <GlobalStyles
      styles={{
        html: {
          '--fixed-top': fixedTop,
          '--fixed-bottom': fixedBottom,
          '--all-bars': all,
          '--container': mode === 'container' ? width : 'none',
          '--box': mode === 'boxed' ? width : 'none',
          '--box-edge': mode === 'boxed' ? `max(0px, (100vw - ${width}) / 2)` : '0px',
          // End edge of the box, beside a navbar at the end.
          '--end-edge': 'calc(var(--box-edge) + var(--navbar-at-end, 0px))',
          scrollPaddingBlock: 'calc(var(--fixed-top) + 12px) calc(var(--fixed-bottom) + var(--page-bar, 0px) + 12px)',
        },
      }}
    />
  );
}

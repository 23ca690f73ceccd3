import { ButtonBase, styled } from '@mui/material';
import { IconKeyboard } from '../../components/icons.ts';
import { KeyCap } from '../../components/key-cap.tsx';
import { useText } from '../../i18n/i18n.ts';
import { openShortcutHelp, useKeyCaps } from '../../lib/shortcuts.ts';

const Opener = styled(ButtonBase)(({ theme }) => ({
  gap: 6,
  minHeight: 'max(24px, 1.5rem)',
  padding: '0 6px',
  borderRadius: theme.radius.chip,
  fontSize: 'inherit',
  color: 'inherit',
  '&:hover': { color: theme.palette.text.primary },
  // Without room or keyboard; the user menu has it too.
  [theme.breakpoints.down('sm')]: { display: 'none' },
  '@media (pointer: coarse)': { display: 'none' },
}));

/** Same place on every page (WCAG 3.2.6). */
export function FooterHelp() {
  const text = useText();
  const caps = useKeyCaps('help');
  return (
    <Opener aria-haspopup="dialog" onClick={openShortcutHelp}>
      <IconKeyboard size={16} stroke={1.75} aria-hidden />
      {text('shell.shortcuts')}
      {caps && (
        <KeyCap aria-hidden sx={{ background: 'none', borderColor: 'line.strong' }}>
          {caps}
        </KeyCap>
      )}
    </Opener>
  );
}

import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { DialogClose } from '../../../components/form/dialogs.tsx';
import { useShortcutPause, useShortcutsOn } from '../../../lib/shortcuts.ts';
import { HELP_SECTIONS } from '../help-sections.ts';
import { ShortcutSection } from './shortcut-section.tsx';
import { ShortcutSwitch } from './shortcut-switch.tsx';

/** Every shortcut there is, and the switch that turns them off (UX-03). */
export function ShortcutHelpDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const isOn = useShortcutsOn();
  useShortcutPause();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: 720, maxWidth: 720 } } }}
    >
      <DialogTitle id={titleId} sx={{ pr: 15 }}>
        Atajos de teclado
      </DialogTitle>
      <DialogClose onClose={onClose} autoFocus />
      <DialogContent>
        <Box
          sx={{
            display: 'grid',
            gap: '20px 32px',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            alignItems: 'start',
          }}
        >
          {HELP_SECTIONS.map((section) => (
            <ShortcutSection key={section.title} {...section} isOn={isOn} />
          ))}
        </Box>
      </DialogContent>
      <ShortcutSwitch isOn={isOn} />
    </Dialog>
  );
}

import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { switchShortcuts } from '../../../lib/shortcuts.ts';

/** WCAG 2.1.4: whoever steers by voice or with a screen reader can do without them. */
export function ShortcutSwitch({ isOn }: { isOn: boolean }) {
  const id = useId();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: 6,
        py: 3,
        borderTop: 1,
        borderColor: 'line.soft',
      }}
    >
      <Switch
        id={id}
        checked={isOn}
        onChange={(_event, checked) => switchShortcuts(checked)}
        slotProps={{ input: { role: 'switch', 'aria-describedby': `${id}-hint` } }}
        sx={{ marginInlineStart: 0, flex: 'none' }}
      />
      <div>
        <label htmlFor={id}>Usar atajos de teclado</label>
        <Box id={`${id}-hint`} sx={{ typography: 'body2', color: 'text.disabled' }}>
          Vale para usted en este navegador. Esc cierra siempre.
        </Box>
      </div>
    </Box>
  );
}

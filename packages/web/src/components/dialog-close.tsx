import IconButton from '@mui/material/IconButton';
import { IconX } from './icons.ts';

/** The × of a dialog, in the same place in all of them; its title leaves room for it. */
export function DialogClose({ onClose, autoFocus = false }: { onClose: () => void; autoFocus?: boolean }) {
  return (
    <IconButton
      aria-label="Cerrar"
      autoFocus={autoFocus}
      onClick={onClose}
      sx={{ position: 'absolute', insetInlineEnd: 12, top: 10 }}
    >
      <IconX size={20} stroke={1.75} aria-hidden />
    </IconButton>
  );
}

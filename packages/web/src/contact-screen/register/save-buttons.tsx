import { Button, type ButtonProps, LinearProgress } from '@mui/material';
import { useId } from 'react';
import { ShortcutCap } from '../../components/key-cap.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';

interface SaveButtonsProps {
  /** Why it cannot be saved yet; the buttons stay focusable. */
  reason: string | undefined;
  isSaving: boolean;
  isMobile: boolean;
  onSave: (thenNext: boolean) => void;
}

export function SaveButtons({ reason, isSaving, isMobile, onSave }: SaveButtonsProps) {
  const reasonId = useId();
  const button = (thenNext: boolean): ButtonProps => ({
    'aria-disabled': reason !== undefined || isSaving,
    'aria-describedby': reason === undefined ? undefined : reasonId,
    size: isMobile ? 'large' : 'small',
    onClick: () => !isSaving && onSave(thenNext),
    style: isMobile ? { flex: thenNext ? 1.8 : 1, height: '3rem' } : { flex: 'none' },
  });
  return (
    <>
      <Tooltip title={reason ?? ''} describeChild>
        <Button {...button(false)}>Guardar</Button>
      </Tooltip>
      <Tooltip title={reason ?? ''} describeChild>
        <Button
          {...button(true)}
          variant="contained"
          aria-busy={isSaving}
          sx={{ gap: 2.5, overflow: 'hidden', position: 'relative' }}
        >
          {isSaving ? 'Guardando…' : 'Guardar y siguiente'}
          {!isMobile && <ShortcutCap id="saveNext" />}
          {isSaving && (
            <LinearProgress aria-hidden sx={{ position: 'absolute', insetInline: 0, bottom: 0, height: 3 }} />
          )}
        </Button>
      </Tooltip>
      <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>
    </>
  );
}

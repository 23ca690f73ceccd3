import { Button, LinearProgress } from '@mui/material';
import { useId } from 'react';
import { ShortcutCap } from '../../components/key-cap.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';

interface SaveButtonsProps {
  /** Why it cannot be saved yet. The buttons stay focusable, so that their tooltip can be read. */
  reason: string | undefined;
  isSaving: boolean;
  isMobile: boolean;
  onSave: (thenNext: boolean) => void;
}

export function SaveButtons({ reason, isSaving, isMobile, onSave }: SaveButtonsProps) {
  const reasonId = useId();
  const isBlocked = reason !== undefined || isSaving;
  const shared = {
    'aria-disabled': isBlocked,
    'aria-describedby': reason === undefined ? undefined : reasonId,
    size: isMobile ? ('large' as const) : ('small' as const),
  };
  return (
    <>
      <Tooltip title={reason ?? ''} describeChild>
        <Button
          {...shared}
          onClick={() => !isSaving && onSave(false)}
          sx={isMobile ? { flex: 1, height: '3rem' } : { flex: 'none' }}
        >
          Guardar
        </Button>
      </Tooltip>
      <Tooltip title={reason ?? ''} describeChild>
        <Button
          {...shared}
          variant="contained"
          aria-busy={isSaving}
          onClick={() => !isSaving && onSave(true)}
          sx={{
            gap: 2.5,
            overflow: 'hidden',
            position: 'relative',
            ...(isMobile ? { flex: 1.8, height: '3rem' } : { flex: 'none' }),
          }}
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

import { Dialog, IconButton, Typography, useMediaQuery, useTheme } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { IconX } from '../icons.ts';
import { ScriptReader, type ScriptReaderProps } from './script-reader.tsx';

interface ReaderDialogProps extends Omit<ScriptReaderProps, 'title'> {
  note?: ReactNode;
  onClose: () => void;
}

export function ReaderDialog({ note, end, onClose, ...reader }: ReaderDialogProps) {
  const titleId = useId();
  const isMobile = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isMobile}
      aria-labelledby={titleId}
      slotProps={{
        paper: {
          sx: isMobile
            ? { '&&': { m: 0, maxWidth: '100%', borderRadius: 0 } }
            : { width: 720, maxWidth: 720, height: '80vh' },
        },
      }}
    >
      {note}
      <ScriptReader
        {...reader}
        title={
          <Typography variant="h3" component="h2" id={titleId} noWrap title={reader.name} sx={{ flex: 1 }}>
            {reader.name}
          </Typography>
        }
        end={
          <>
            {end}
            <IconButton aria-label="Cerrar" onClick={onClose}>
              <IconX size={20} stroke={1.75} aria-hidden />
            </IconButton>
          </>
        }
      />
    </Dialog>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { BlobImage } from './blob-image.tsx';
import { ErrorState } from './error-state.tsx';
import { IconDownload, IconExternalLink, IconX } from './icons.ts';
import { openBlob, saveBlob } from './save-blob.ts';

interface ScriptViewerProps {
  name: string;
  isImage: boolean;
  /** Undefined while it is on its way. */
  file: Blob | undefined;
  error?: string | undefined;
  onRetry: () => void;
  onClose: () => void;
}

/** A script to read: pictures here, a PDF in a tab of the browser's own reader. */
export function ScriptViewer({ name, isImage, file, error, onRetry, onClose }: ScriptViewerProps) {
  const title = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} slotProps={{ paper: { sx: { width: 960, maxWidth: 960 } } }}>
      <DialogTitle id={title} sx={{ pr: 15, overflowWrap: 'anywhere' }}>
        {name}
      </DialogTitle>
      <IconButton aria-label="Cerrar" onClick={onClose} sx={{ position: 'absolute', insetInlineEnd: 12, top: 10 }}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </IconButton>
      <DialogContent sx={{ display: 'grid', justifyItems: 'center' }}>
        {error ? (
          <ErrorState message={error} onRetry={onRetry} />
        ) : !file ? (
          <Skeleton width="100%" height={320} />
        ) : isImage ? (
          <Box sx={{ '& img': { display: 'block', maxWidth: '100%', maxHeight: '70vh' } }}>
            <BlobImage blob={file} alt={name} />
          </Box>
        ) : (
          <Typography color="textSecondary" sx={{ py: 8 }}>
            El documento se abre en otra pestaña.
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button
          disabled={!file}
          startIcon={<IconDownload size={18} stroke={1.75} aria-hidden />}
          onClick={() => file && saveBlob(file, name)}
        >
          Descargar
        </Button>
        <Button
          variant="contained"
          disabled={!file}
          startIcon={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
          onClick={() => file && openBlob(file)}
        >
          Abrir
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import { Box, DialogActions, DialogContent, Skeleton } from '@mui/material';
import { ActionButton } from '../action-button.tsx';
import { BlobImage, openBlob, saveBlob } from '../files/blob.tsx';
import { DialogFrame } from '../form/dialogs.tsx';
import { IconDownload, IconExternalLink } from '../icons.ts';
import { ErrorState } from '../page/messages.tsx';
import { PdfView } from '../pdf/pdf-view.tsx';
import type { ScriptReaderProps } from './script-reader.tsx';

interface ScriptViewerProps extends Pick<ScriptReaderProps, 'name' | 'isImage' | 'file' | 'error' | 'onRetry'> {
  onClose: () => void;
}

export function ScriptViewer({ name, isImage, file, error, onRetry, onClose }: ScriptViewerProps) {
  return (
    <DialogFrame title={name} width={960} hasClose titleSx={{ overflowWrap: 'anywhere' }} onClose={onClose}>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', px: { xs: 2, sm: 6 } }}>
        {error ? (
          <ErrorState message={error} onRetry={onRetry} />
        ) : !file ? (
          <Skeleton width="100%" height={320} />
        ) : isImage ? (
          <Box sx={{ '& img': { display: 'block', maxWidth: '100%', maxHeight: '70vh' } }}>
            <BlobImage blob={file} alt={name} />
          </Box>
        ) : (
          <PdfView file={file} name={name} />
        )}
      </DialogContent>
      <DialogActions>
        <ActionButton icon={IconDownload} disabled={!file} onClick={() => saveBlob(file!, name)}>
          Descargar
        </ActionButton>
        <ActionButton variant="contained" icon={IconExternalLink} disabled={!file} onClick={() => openBlob(file!)}>
          Abrir en otra pestaña
        </ActionButton>
      </DialogActions>
    </DialogFrame>
  );
}

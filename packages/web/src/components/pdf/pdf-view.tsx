import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { IconAlertTriangle, IconDownload } from '../icons.ts';
import { MessageBlock } from '../message-block.tsx';
import { saveBlob } from '../save-blob.ts';
import { usePdf } from './use-pdf.ts';

interface PdfViewProps {
  file: Blob;
  name: string;
}

/** Why a document cannot be shown, and the way to it all the same. */
export function PdfFailure({ file, name, reason }: PdfViewProps & { reason: string }) {
  return (
    <MessageBlock icon={<IconAlertTriangle size={20} stroke={1.75} />} tone="danger" role="alert">
      <Typography variant="body2">{reason}</Typography>
      <Button
        size="small"
        startIcon={<IconDownload size={16} stroke={2} aria-hidden />}
        onClick={() => saveBlob(file, name)}
      >
        Descargar el documento
      </Button>
    </MessageBlock>
  );
}

/** A PDF to look at where it stands, at the width there is. */
export function PdfView({ file, name }: PdfViewProps) {
  const result = usePdf(file);
  if (!result) return <Skeleton width="100%" height={320} role="status" aria-label="Abriendo el documento" />;
  if ('failure' in result) return <PdfFailure file={file} name={name} reason={result.failure} />;
  const { Pages, pdf, first } = result;
  return <Pages pdf={pdf} first={first} name={name} />;
}

import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveBlob } from '../../components/files/blob.tsx';
import { FilePreview, FileRow } from '../../components/files/file-list.tsx';
import { IconDownload, IconFileTypePdf, IconPhoto } from '../../components/icons.ts';
import { ScriptViewer } from '../../components/script/script-viewer.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { errorText } from '../../lib/errors.ts';
import { download } from '../../lib/files.ts';
import { notify } from '../../lib/snackbar.ts';
import { scriptQuery } from './api.ts';

interface ScriptRowProps {
  script: Script;
  onRemove?: (() => void) | undefined;
}

const FAILED = 'No fue posible abrir el script. Inténtelo de nuevo.';

/** A stored script: its picture, and the ways to look at it and to keep it. */
export function ScriptRow({ script, onRemove }: ScriptRowProps) {
  const isImage = script.contentType.startsWith('image/');
  const [isOpen, setOpen] = useState(false);
  // Pictures are small and seen at once; a PDF is fetched when somebody asks for it.
  const file = useQuery({ ...scriptQuery(script), enabled: isImage || isOpen });
  const keep = () =>
    download(script.link).then(
      (blob) => saveBlob(blob, script.originalName),
      (error: unknown) => notify.error(errorText(error, FAILED)),
    );
  const KindIcon = isImage ? IconPhoto : IconFileTypePdf;
  return (
    <>
      <FileRow
        name={script.originalName}
        bytes={script.bytes}
        preview={
          file.data && isImage ? <FilePreview file={file.data} /> : <KindIcon size={22} stroke={1.75} aria-hidden />
        }
        actions={
          <>
            <Button size="small" aria-label={`Ver ${script.originalName}`} onClick={() => setOpen(true)}>
              Ver
            </Button>
            <Tooltip title="Descargar">
              <IconButton aria-label={`Descargar ${script.originalName}`} onClick={() => void keep()}>
                <IconDownload size={18} stroke={1.75} aria-hidden />
              </IconButton>
            </Tooltip>
          </>
        }
        onRemove={onRemove}
      />
      {isOpen && (
        <ScriptViewer
          name={script.originalName}
          isImage={isImage}
          file={file.data}
          error={file.isError ? errorText(file.error, FAILED) : undefined}
          onRetry={() => void file.refetch()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

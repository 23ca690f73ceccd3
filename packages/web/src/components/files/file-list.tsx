import { Box, LinearProgress, styled, Typography } from '@mui/material';
import { Hint, Inline, Line, PlainList } from '../layout.tsx';
import type { ReactNode } from 'react';
import { IconAction } from '../icon-action.tsx';
import { IconFileTypeCsv, IconFileTypePdf, IconFileTypeXls, IconX } from '../icons.ts';
import { SoftTile } from '../soft-chip.tsx';
import { BlobImage } from './blob.tsx';

const Rows = styled(PlainList)({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 });

export const fileMark = ({ name, size, lastModified }: File) => `${name}/${size}/${lastModified}`;

export interface FileListProps {
  files: readonly File[];
  before?: ReactNode;
  /** 0 to 1 per file while sending. */
  progress?: readonly number[];
  renderActions?: (file: File) => ReactNode;
  onRemove?: (file: File) => void;
}

export function FileList({ files, before, progress, renderActions, onRemove }: FileListProps) {
  return (
    <Rows aria-label="Archivos">
      {before}
      {files.map((file, place) => (
        <FileRow
          key={fileMark(file)}
          name={file.name}
          bytes={file.size}
          preview={<ShownPreview file={file} />}
          progress={progress?.[place]}
          actions={renderActions?.(file)}
          onRemove={onRemove && (() => onRemove(file))}
        />
      ))}
    </Rows>
  );
}

interface FileRowProps {
  name: string;
  bytes: number;
  preview: ReactNode;
  progress?: number;
  actions?: ReactNode;
  onRemove?: () => void;
}

export function FileRow({ name, bytes, preview, progress, actions, onRemove }: FileRowProps) {
  return (
    <Inline component="li" gap={3} sx={{ p: '8px 12px', border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <SoftTile
        tone="neutral"
        sx={{ borderRadius: 0.75, overflow: 'hidden', '& img': { width: '100%', height: '100%', objectFit: 'cover' } }}
      >
        {preview}
      </SoftTile>
      {/* On a phone the actions wrap below the name. */}
      <Box sx={{ flex: '1 1 9rem', minWidth: 0 }}>
        <Typography noWrap title={name} sx={{ fontWeight: 550 }}>
          {name}
        </Typography>
        {progress === undefined ? (
          <Hint component="span">{fileSize(bytes)}</Hint>
        ) : (
          <LinearProgress
            variant="determinate"
            value={progress * 100}
            aria-label={`Envío de ${name}`}
            sx={{ my: '5px' }}
          />
        )}
      </Box>
      {(actions || onRemove) && (
        <Line gap={3} sx={{ marginInlineStart: 'auto' }}>
          {actions}
          {onRemove && <IconAction label={`Quitar ${name}`} tooltip="Quitar" onClick={onRemove} icon={IconX} />}
        </Line>
      )}
    </Inline>
  );
}

export function ShownPreview({ file }: { file: Blob & { name?: string } }) {
  if (file.type.startsWith('image/')) return <BlobImage blob={file} alt="" />;
  const ending = file.name?.toLowerCase().split('.').at(-1);
  const KindIcon = ending === 'csv' ? IconFileTypeCsv : ending === 'xlsx' ? IconFileTypeXls : IconFileTypePdf;
  return <KindIcon size={22} stroke={1.75} aria-hidden />;
}

/** Progress per file, from the share of the body that was sent: files are sent in order, other fields are negligible. */
export function fileProgress(files: readonly { size: number }[], share: number): number[] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let left = total * share;
  return files.map(({ size }) => {
    const sent = Math.min(size, left);
    left -= sent;
    return size === 0 ? 1 : sent / size;
  });
}

const KB = 1024;

/** 820 B, 12 kB, 3,4 MB, 1,2 GB. */
export function fileSize(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} kB`;
  const mb = bytes / KB / KB;
  const [size, unit] = mb < KB ? [mb, 'MB'] : [mb / KB, 'GB'];
  return `${size.toLocaleString('es', { maximumFractionDigits: 1 })} ${unit}`;
}

import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { FilePreview } from './file-preview.tsx';
import { FileRow } from './file-row.tsx';

const Rows = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
});

/** Tells two chosen files apart. */
export const fileMark = ({ name, size, lastModified }: File) => `${name}/${size}/${lastModified}`;

interface FileListProps {
  files: readonly File[];
  /** Rows of files that are there already, before the new ones. */
  before?: ReactNode;
  /** How far each file has come while sending, in their order. */
  progress?: readonly number[] | undefined;
  onRemove?: ((file: File) => void) | undefined;
}

/** The chosen files, each with its picture and, while they leave, its own bar. */
export function FileList({ files, before, progress, onRemove }: FileListProps) {
  return (
    <Rows aria-label="Archivos">
      {before}
      {files.map((file, place) => (
        <FileRow
          key={fileMark(file)}
          name={file.name}
          bytes={file.size}
          preview={<FilePreview file={file} />}
          progress={progress?.[place]}
          onRemove={onRemove && (() => onRemove(file))}
        />
      ))}
    </Rows>
  );
}

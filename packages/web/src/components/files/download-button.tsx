import { useChange } from '../../lib/changes.ts';
import { ActionButton, type ActionButtonProps } from '../action-button.tsx';
import { IconDownload } from '../icons.ts';
import { saveBlob } from './blob.tsx';

interface DownloadButtonProps extends ActionButtonProps {
  load: () => Promise<Blob>;
  fileName: string;
  failed: string;
  onFailed?: () => unknown;
}

export function DownloadButton({ load, fileName, failed, onFailed, ...button }: DownloadButtonProps) {
  const options = { onSuccess: (blob: Blob) => saveBlob(blob, fileName), failed, onError: onFailed };
  const save = useChange<void, Blob>(load, options);
  return <ActionButton icon={IconDownload} isPending={save.isPending} onClick={() => save.mutate()} {...button} />;
}

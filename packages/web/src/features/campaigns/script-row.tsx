import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { saveBlob } from '../../components/files/blob.tsx';
import { ShownPreview, FileRow } from '../../components/files/file-list.tsx';
import { IconAction } from '../../components/icon-action.tsx';
import { IconChevronDown, IconDownload, IconFileText, IconFileTypePdf, IconPhoto } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';
import { Menu, MenuItem } from '../../components/menu.tsx';
import { errorText } from '../../lib/errors.ts';
import { download } from '../../lib/files.ts';
import { notify } from '../../lib/snackbar.ts';
import { scriptQuery } from './api.ts';

/** Lazy: the pages that list scripts have a script budget. */
const ScriptViewer = later(() => import('../../components/script/script-viewer.tsx').then((m) => m.ScriptViewer));
const ScriptPreview = later(() => import('./script-preview.tsx').then((m) => m.ScriptPreview));

interface ScriptRowProps {
  script: Script;
  /** Name of the campaign while it is edited: opens a preview with filled blanks. */
  previewOf?: string;
  onRemove?: () => void;
}

const FAILED = 'No fue posible abrir el script. Inténtelo de nuevo.';

const isImage = ({ contentType }: Script) => contentType.startsWith('image/');

export function ScriptRow({ script, previewOf, onRemove }: ScriptRowProps) {
  const [isOpen, setOpen] = useState(false);
  // Pictures are shown at once; a PDF is fetched on opening.
  const file = useQuery({ ...scriptQuery(script), enabled: isImage(script) });
  const keep = () =>
    download(script.link).then(
      (blob) => saveBlob(blob, script.originalName),
      (error: unknown) => notify.error(errorText(error, FAILED)),
    );
  const KindIcon = isImage(script) ? IconPhoto : IconFileTypePdf;
  return (
    <>
      <FileRow
        name={script.originalName}
        bytes={script.bytes}
        preview={
          file.data && isImage(script) ? (
            <ShownPreview file={file.data} />
          ) : (
            <KindIcon size={22} stroke={1.75} aria-hidden />
          )
        }
        actions={
          <>
            <Button
              size="small"
              aria-label={`${previewOf === undefined ? 'Ver' : 'Vista previa de'} ${script.originalName}`}
              onClick={() => setOpen(true)}
            >
              {previewOf === undefined ? 'Ver' : 'Vista previa'}
            </Button>
            <IconAction
              label={`Descargar ${script.originalName}`}
              onClick={() => void keep()}
              tooltip="Descargar"
              icon={IconDownload}
            />
          </>
        }
        onRemove={onRemove}
      />
      {isOpen && <OpenScript script={script} previewOf={previewOf} onClose={() => setOpen(false)} />}
    </>
  );
}

export function OpenScript(props: { script: Script; previewOf?: string; onClose: () => void }) {
  const { script, previewOf, onClose } = props;
  const file = useQuery(scriptQuery(script));
  const shown = {
    name: script.originalName,
    isImage: isImage(script),
    file: file.data,
    error: file.isError ? errorText(file.error, FAILED) : undefined,
    onRetry: () => void file.refetch(),
    onClose,
  };
  return previewOf === undefined ? <ScriptViewer {...shown} /> : <ScriptPreview {...shown} campaignName={previewOf} />;
}

/** Opens the only script, or a menu of them. */
export function ScriptButton({ scripts }: { scripts: readonly Script[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState<Script>();
  const [first, second] = scripts;
  if (!first) return null;
  const isChoice = second !== undefined;
  return (
    <>
      <ActionButton
        variant="outlined"
        icon={IconFileText}
        aria-haspopup={isChoice ? 'menu' : 'dialog'}
        aria-expanded={isChoice ? anchor !== null : undefined}
        endIcon={isChoice && <IconChevronDown size={16} stroke={1.75} aria-hidden />}
        onClick={({ currentTarget }) => (isChoice ? setAnchor(currentTarget) : setOpened(first))}
      >
        Script
      </ActionButton>
      <Menu anchor={anchor} onClose={() => setAnchor(null)}>
        {scripts.map((script) => (
          <MenuItem
            key={script.id}
            onClick={() => {
              setAnchor(null);
              setOpened(script);
            }}
          >
            {script.originalName}
          </MenuItem>
        ))}
      </Menu>
      {opened && <OpenScript script={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

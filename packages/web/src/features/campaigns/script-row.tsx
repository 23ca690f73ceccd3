import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { saveBlob } from '../../components/files/blob.tsx';
import { ShownPreview, FileRow } from '../../components/files/file-list.tsx';
import { IconAction } from '../../components/icon-action.tsx';
import { IconChevronDown, IconDownload, IconFileText, IconFileTypePdf, IconPhoto } from '../../components/icons.ts';
import { Menu, MenuItem } from '../../components/menu.tsx';
import { errorText } from '../../lib/errors.ts';
import { download } from '../../lib/files.ts';
import { notify } from '../../lib/snackbar.ts';
import { scriptQuery } from './api.ts';

/** What a script is read in comes when one is opened: the pages that list scripts stay within their script budget. */
const ScriptViewer = lazy(() =>
  import('../../components/script/script-viewer.tsx').then((module) => ({ default: module.ScriptViewer })),
);
const ScriptPreview = lazy(() => import('./script-preview.tsx').then((module) => ({ default: module.ScriptPreview })));

interface ScriptRowProps {
  script: Script;
  /** The campaign's name, while it is edited: the script is shown as its operators read it. */
  previewOf?: string;
  onRemove?: () => void;
}

const FAILED = 'No fue posible abrir el script. Inténtelo de nuevo.';

const isImage = ({ contentType }: Script) => contentType.startsWith('image/');

/** A stored script: its picture, and the ways to look at it and to keep it. */
export function ScriptRow({ script, previewOf, onRemove }: ScriptRowProps) {
  const [isOpen, setOpen] = useState(false);
  // Pictures are small and shown at once; a PDF is fetched when it is opened.
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

interface OpenScriptProps {
  script: Script;
  previewOf?: string;
  onClose: () => void;
}

/** A stored script, opened over the page. */
export function OpenScript({ script, previewOf, onClose }: OpenScriptProps) {
  const file = useQuery(scriptQuery(script));
  const shown = {
    name: script.originalName,
    isImage: isImage(script),
    file: file.data,
    error: file.isError ? errorText(file.error, FAILED) : undefined,
    onRetry: () => void file.refetch(),
    onClose,
  };
  return (
    <Suspense>
      {previewOf === undefined ? <ScriptViewer {...shown} /> : <ScriptPreview {...shown} campaignName={previewOf} />}
    </Suspense>
  );
}

/** What to say on the phone, one press away: the only script at once, of several the one that is chosen. */
export function ScriptButton({ scripts }: { scripts: readonly Script[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState<Script>();
  const [first, second] = scripts;
  if (!first) return null;
  const isChoice = second !== undefined;
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup={isChoice ? 'menu' : 'dialog'}
        aria-expanded={isChoice ? anchor !== null : undefined}
        startIcon={<IconFileText size={18} stroke={1.75} aria-hidden />}
        endIcon={isChoice && <IconChevronDown size={16} stroke={1.75} aria-hidden />}
        onClick={({ currentTarget }) => (isChoice ? setAnchor(currentTarget) : setOpened(first))}
      >
        Script
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
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

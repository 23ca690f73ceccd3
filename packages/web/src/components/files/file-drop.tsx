import { FILE_KINDS, type FileRules } from '@campanero/contract/shared/files';
import { Alert, Button, styled, Typography } from '@mui/material';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { IconAlertTriangle, IconUpload } from '../icons.ts';
import { Stacked } from '../layout.tsx';
import { faultOf } from './file-fault.ts';
import { useFileInput } from './file-input.tsx';
import { FileList, type FileListProps, fileMark } from './file-list.tsx';
import { flexColumn } from '../../theme/mixins.ts';

const Zone = styled('div')(({ theme }) => ({
  minHeight: 160,
  ...flexColumn(8),
  alignItems: 'center',
  justifyContent: 'center',
  padding: 16,
  textAlign: 'center',
  border: `1.5px dashed ${theme.palette.line.strong}`,
  borderRadius: theme.radius.control,
  color: theme.palette.text.secondary,
  // Once files are chosen, what they hold matters more.
  '&[data-small]': {
    minHeight: 0,
    flexFlow: 'row wrap',
    columnGap: 12,
    padding: '8px 12px',
    '& [data-help]': { display: 'none' },
  },
  '&[data-over]': { borderColor: theme.palette.primary.main, background: theme.palette.soft.primary.bg },
}));

interface FileDropProps extends Pick<FileListProps, 'files' | 'renderActions' | 'progress'> {
  label: string;
  help: string;
  rules: FileRules;
  onChange: (files: File[]) => void;
  /** Files that exist already; they count against the limit. */
  kept?: { count: number; rows: ReactNode };
  error?: string;
}

/** Files by drag and drop or file dialog; each is checked before it is taken. */
export function FileDrop(props: FileDropProps) {
  const { label, help, rules, files, onChange, kept, renderActions, progress, error } = props;
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [faults, setFaults] = useState<string[]>([]);
  const isSending = progress !== undefined;
  const isSingle = rules.maxFiles === 1;

  const take = async (offered: readonly File[]) => {
    // The same file twice counts once.
    const known = new Set(files.map(fileMark));
    const fresh = offered.filter((file) => !known.has(fileMark(file)) && known.add(fileMark(file)));
    // A single file is replaced.
    const staying = isSingle ? [] : files;
    const { taken, faults: found } = await sortOut(fresh, staying.length + (kept?.count ?? 0), rules);
    setFaults(found);
    if (taken.length > 0) onChange([...staying, ...taken]);
  };
  const input = useFileInput({
    label,
    accept: acceptOf(rules),
    testId: 'file-input',
    multiple: !isSingle,
    onChoose: (chosen) => void take(chosen),
  });
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isSending) void take(Array.from(event.dataTransfer.files));
  };
  const told = error ? [error, ...faults] : faults;
  return (
    <Stacked role="group" aria-labelledby={`${id}-label`} gap={3}>
      <Zone
        data-over={isOver ? '' : undefined}
        data-small={files.length > 0 ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <IconUpload size={24} stroke={1.75} aria-hidden />
        <Typography id={`${id}-label`} sx={{ fontWeight: 600, color: 'text.primary' }}>
          {label}
        </Typography>
        <Typography variant="body2" id={`${id}-help`} data-help color="textDisabled">
          {help}
        </Typography>
        <Button size="small" aria-describedby={`${id}-help`} disabled={isSending} onClick={input.open}>
          {isSingle ? 'Elegir archivo' : 'Elegir archivos'}
        </Button>
        {input.element}
      </Zone>
      {told.length > 0 && (
        <Alert severity="error" role="alert" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}>
          {told.map((fault) => (
            <div key={fault}>{fault}</div>
          ))}
        </Alert>
      )}
      {(files.length > 0 || kept !== undefined) && (
        <FileList
          files={files}
          before={kept?.rows}
          progress={progress}
          renderActions={renderActions}
          onRemove={isSending ? undefined : (file) => onChange(files.filter((other) => other !== file))}
        />
      )}
    </Stacked>
  );
}

const acceptOf = ({ kinds }: FileRules) =>
  kinds.flatMap((kind) => [...FILE_KINDS[kind].endings.map((ending) => `.${ending}`), FILE_KINDS[kind].type]).join();

const tooMany = (maxFiles: number) =>
  maxFiles === 1 ? 'Puede adjuntar un solo archivo.' : `Puede adjuntar hasta ${maxFiles} archivos.`;

/** The accepted files, and a message for each of the others. */
async function sortOut(offered: readonly File[], present: number, rules: FileRules) {
  const looked = await Promise.all(offered.map(async (file) => ({ file, fault: await faultOf(file, rules) })));
  const faults = looked.flatMap(({ fault }) => fault ?? []);
  const good = looked.filter(({ fault }) => fault === undefined).map(({ file }) => file);
  const room = Math.max(0, rules.maxFiles - present);
  if (good.length > room) faults.push(tooMany(rules.maxFiles));
  return { taken: good.slice(0, room), faults };
}

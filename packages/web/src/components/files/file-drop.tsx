import { FILE_KINDS, type FileRules } from '@campanero/contract/shared/files';
import { Alert, Box, Button, styled, Typography } from '@mui/material';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { IconAlertTriangle, IconUpload } from '../icons.ts';
import { faultOf } from './file-fault.ts';
import { FileList, fileMark } from './file-list.tsx';

const Zone = styled('div')(({ theme }) => ({
  minHeight: 160,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  padding: 16,
  textAlign: 'center',
  border: `1.5px dashed ${theme.palette.line.strong}`,
  borderRadius: theme.radius.control,
  color: theme.palette.text.secondary,
  '&[data-over]': { borderColor: theme.palette.primary.main, background: theme.palette.soft.primary.bg },
}));

interface FileDropProps {
  label: string;
  /** Which files and how many, in words. */
  help: string;
  rules: FileRules;
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** Files that are there already and stay unless taken out: they count against the limit. */
  kept?: { count: number; rows: ReactNode };
  /** What else can be done with a chosen file than take it back. */
  renderActions?: (file: File) => ReactNode;
  /** How far each file has come while sending, in their order. */
  progress?: readonly number[] | undefined;
  /** The server's word about the files. */
  error?: string | undefined;
}

/** Files by drag and drop or by choosing them; each is looked at before it is taken. */
export function FileDrop(props: FileDropProps) {
  const { label, help, rules, files, onChange, kept, renderActions, progress, error } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [faults, setFaults] = useState<string[]>([]);
  const isSending = progress !== undefined;
  const isSingle = rules.maxFiles === 1;

  const take = async (offered: readonly File[]) => {
    // The same file twice is one file.
    const known = new Set(files.map(fileMark));
    const fresh = offered.filter((file) => !known.has(fileMark(file)) && known.add(fileMark(file)));
    // Where there is room for one, another takes its place.
    const staying = isSingle ? [] : files;
    const { taken, faults: found } = await sortOut(fresh, staying.length + (kept?.count ?? 0), rules);
    setFaults(found);
    if (taken.length > 0) onChange([...staying, ...taken]);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isSending) void take(Array.from(event.dataTransfer.files));
  };
  const told = error ? [error, ...faults] : faults;
  return (
    <Box
      role="group"
      aria-labelledby={`${id}-label`}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}
    >
      <Zone
        data-over={isOver ? '' : undefined}
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
        <Typography variant="body2" id={`${id}-help`} color="textDisabled">
          {help}
        </Typography>
        <Button
          size="small"
          aria-describedby={`${id}-help`}
          disabled={isSending}
          onClick={() => input.current?.click()}
        >
          {isSingle ? 'Elegir archivo' : 'Elegir archivos'}
        </Button>
        <input
          ref={input}
          type="file"
          multiple={!isSingle}
          accept={acceptOf(rules)}
          hidden
          aria-label={label}
          data-testid="file-input"
          onChange={(event) => {
            void take(Array.from(event.target.files ?? []));
            // The same file again, after taking it back, is a new choice.
            event.target.value = '';
          }}
        />
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
    </Box>
  );
}

const acceptOf = ({ kinds }: FileRules) =>
  kinds.flatMap((kind) => [...FILE_KINDS[kind].endings.map((ending) => `.${ending}`), FILE_KINDS[kind].type]).join();

const tooMany = (maxFiles: number) =>
  maxFiles === 1 ? 'Puede adjuntar un solo archivo.' : `Puede adjuntar hasta ${maxFiles} archivos.`;

/** The files that pass, and a sentence for each that does not, in the order in which they came. */
async function sortOut(offered: readonly File[], present: number, rules: FileRules) {
  const looked = await Promise.all(offered.map(async (file) => ({ file, fault: await faultOf(file, rules) })));
  const faults = looked.flatMap(({ fault }) => fault ?? []);
  const good = looked.filter(({ fault }) => fault === undefined).map(({ file }) => file);
  const room = Math.max(0, rules.maxFiles - present);
  if (good.length > room) faults.push(tooMany(rules.maxFiles));
  return { taken: good.slice(0, room), faults };
}

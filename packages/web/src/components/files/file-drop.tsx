import { type FileKind, type FileRules, kindByName } from '@campanero/contract/shared/files';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { IconAlertTriangle, IconUpload } from '../icons.ts';
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
  accept: string;
  rules: FileRules;
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** Files that are there already and stay unless taken out: they count against the limit. */
  kept?: { count: number; rows: ReactNode };
  /** How far each file has come while sending, in their order. */
  progress?: readonly number[] | undefined;
  /** The server's word about the files. */
  error?: string | undefined;
}

/** Files by drag and drop or by choosing them; each is looked at before it is taken (spec 5, Scripts). */
export function FileDrop({ label, help, accept, rules, files, onChange, kept, progress, error }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [faults, setFaults] = useState<string[]>([]);
  const isSending = progress !== undefined;

  const take = async (offered: readonly File[]) => {
    // The same file twice is one file.
    const known = new Set(files.map(fileMark));
    const fresh = offered.filter((file) => !known.has(fileMark(file)) && known.add(fileMark(file)));
    const { taken, faults: found } = await sortOut(fresh, files.length + (kept?.count ?? 0), rules);
    setFaults(found);
    if (taken.length > 0) onChange([...files, ...taken]);
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
          Elegir archivos
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          accept={accept}
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
          onRemove={isSending ? undefined : (file) => onChange(files.filter((other) => other !== file))}
        />
      )}
    </Box>
  );
}

/** What a file shows itself to be, by its first bytes: a name proves nothing. */
const SIGNATURES: Record<Exclude<FileKind, 'csv'>, readonly number[]> = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [0x52, 0x49, 0x46, 0x46],
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d],
};
/** How a spreadsheet begins (a zip, or the older compound file): the usual thing to be named .csv and be none. */
const SPREADSHEETS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
];
const GZIP = [0x1f, 0x8b];
const LONGEST = 8;
const NAMES: Record<FileKind, string> = { jpeg: 'JPG', png: 'PNG', webp: 'WebP', pdf: 'PDF', csv: 'CSV' };

const headOf = async (file: File) => new Uint8Array(await file.slice(0, LONGEST).arrayBuffer());
const begins = (head: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, place) => head[place] === byte);

/** A CSV has no signature: it is one unless it begins like something else. The server looks at all of it. */
const looksLikeText = (head: Uint8Array) =>
  ![...Object.values(SIGNATURES), ...SPREADSHEETS, GZIP].some((signature) => begins(head, signature));

const kindByContent = (head: Uint8Array, rules: FileRules) =>
  rules.kinds.find((kind) => (kind === 'csv' ? looksLikeText(head) : begins(head, SIGNATURES[kind])));

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
const orList = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} o ${words.at(-1)}`;

/** Why a file cannot be taken, or nothing. The server looks again, and more closely (SEC-26). */
async function faultOf(file: File, rules: FileRules): Promise<string | undefined> {
  if (file.size === 0) return `«${file.name}» está vacío.`;
  if (file.size > rules.maxBytes) return `«${file.name}» pesa más de ${megabytes(rules.maxBytes)}.`;
  const head = await headOf(file);
  if (rules.kinds.includes('csv') && SPREADSHEETS.some((signature) => begins(head, signature)))
    return `«${file.name}» es una planilla: guárdela como CSV y vuelva a elegirla.`;
  const byContent = kindByContent(head, rules);
  const byName = kindByName(rules, file.name);
  if (!byContent || !byName)
    return `«${file.name}» no es un archivo ${orList(rules.kinds.map((allowed) => NAMES[allowed]))}.`;
  return byName === byContent ? undefined : `El contenido de «${file.name}» no corresponde a su extensión.`;
}

const tooMany = (maxFiles: number) => `Puede adjuntar hasta ${maxFiles} archivos.`;

/** The files that pass, and a sentence for each that does not, in the order in which they came. */
async function sortOut(offered: readonly File[], present: number, rules: FileRules) {
  const looked = await Promise.all(offered.map(async (file) => ({ file, fault: await faultOf(file, rules) })));
  const faults = looked.flatMap(({ fault }) => fault ?? []);
  const good = looked.filter(({ fault }) => fault === undefined).map(({ file }) => file);
  const room = Math.max(0, rules.maxFiles - present);
  if (good.length > room) faults.push(tooMany(rules.maxFiles));
  return { taken: good.slice(0, room), faults };
}

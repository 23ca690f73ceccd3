import { LOADED_FIELDS, type LoadedField } from '@campanero/contract/contacts/person-fields';
import { createAudienceReader } from '@campanero/contract/loads/csv/audience-reader';
import { AUDIENCE_COLUMNS, isReportColumn } from '@campanero/contract/loads/csv/columns';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import { createPlaceIndex, type PlaceRules, type UnknownPlaces } from '@campanero/contract/loads/csv/places';
import type { PersonRow } from '@campanero/contract/loads/csv/read-person';
import type { Batch } from '@campanero/contract/loads/csv/record-reader';
import { AUDIENCE_FILES } from '@campanero/contract/loads/schemas';
import type { CellRules } from '@campanero/contract/loads/xlsx/cell-text';
import type { District } from '@campanero/contract/lookups/schemas';
import { formatDay, productDay } from '@campanero/contract/shared/dates';
import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import { Box, styled, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { fileMark } from '../../../components/files/file-list.tsx';
import { SampleFaults, TablePreview } from '../../../components/files/table-preview.tsx';
import { IconArrowRight } from '../../../components/icons.ts';
import { Muted, PlainList } from '../../../components/layout.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { now } from '../../../lib/clock.ts';
import { BoldNames } from '../report/names.tsx';
import { flexRow } from '../../../theme/mixins.ts';
import { readSample, type TableSample, whereRead } from '../../../lib/table-sample.ts';

const ENCODINGS: Record<string, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Excel)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};
const DELIMITERS: Record<string, string> = { ';': 'punto y coma', ',': 'coma', '\t': 'tabulación' };

interface PreviewCardProps {
  file: File;
  places: PlaceRules | undefined;
  sheet: string | undefined;
  onSheet: (sheet: string) => void;
}

export function PreviewCard({ file, places, sheet, onSheet }: PreviewCardProps) {
  const { data: preview, isError } = useQuery(previewQuery(file, places, sheet));
  return (
    <TablePreview
      fileName={file.name}
      facts={preview && formatFacts(preview)}
      state={preview ? 'ready' : isError ? 'error' : 'loading'}
      workbook={preview?.workbook}
      onSheet={onSheet}
      fault={preview && previewFault(file.name, preview)}
    >
      {/* First: on a phone the rest is below the fold. */}
      {preview?.shape?.hasPhoneColumn && (
        <SampleFaults
          fileName={file.name}
          unit="fila"
          lineName={preview.workbook ? 'Fila' : 'Línea'}
          where={!preview.isWhole ? 'de la muestra' : preview.workbook ? 'de la hoja' : 'del archivo'}
          valid={preview.rows.length}
          rejected={preview.rejected}
        />
      )}
      {preview?.shape && <PreviewColumns columns={preview.shape.columns} />}
      {preview?.shape?.hasPhoneColumn && (
        <>
          <SamplePlaces preview={preview} />
          <PreviewRows fileName={file.name} preview={preview} tree={places?.tree} />
        </>
      )}
    </TablePreview>
  );
}

function formatFacts({ shape, workbook }: FilePreview): string | null {
  if (workbook) {
    const { sheet, sheets, headerRow } = workbook;
    return [
      'Excel',
      // With several sheets, the choice below names it.
      sheets.length === 1 && `hoja «${sheet}»`,
      shape?.hasPhoneColumn && headerRow && `encabezado en la fila ${formatCount(headerRow)}`,
    ]
      .filter(Boolean)
      .join(' · ');
  }
  if (!shape) return null;
  const { encoding, delimiter } = shape;
  return `${ENCODINGS[encoding] ?? encoding} · separado por ${DELIMITERS[delimiter] ?? delimiter}`;
}

const SHOWN_PLACES = 8;

function SamplePlaces({ preview: { unknownPlaces } }: { preview: FilePreview }) {
  const { places, rowsWithoutPlace } = unknownPlaces;
  if (places.length === 0) return null;
  return (
    <Muted sx={{ overflowWrap: 'anywhere' }}>
      Lugares que no coinciden con los oficiales: <BoldNames names={places} shown={SHOWN_PLACES} />.{' '}
      {rowsWithoutPlace > 0
        ? 'Sus filas se cargan sin ese lugar.'
        : 'Abajo puede elegir que sus filas se carguen sin ese lugar.'}
    </Muted>
  );
}

const SHOWN_COLUMNS = 40;
const LABELS = new Map(AUDIENCE_COLUMNS.map(({ field, label }) => [field, label]));

const List = styled(PlainList)(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  '& > li': {
    ...flexRow(5, 'inline-flex'),
    minHeight: '1.625rem',
    padding: '2px 8px',
    borderRadius: theme.radius.chip,
    background: theme.palette.soft.primary.bg,
    color: theme.palette.soft.primary.text,
    overflowWrap: 'anywhere',
  },
  '& > li > b': { fontWeight: 600 },
  '& > li[data-ignored]': { background: theme.palette.surface.subtle, color: theme.palette.text.secondary },
}));

function PreviewColumns({ columns }: Pick<AudienceShape, 'columns'>) {
  // Without the two columns that our file of rejected rows adds.
  const fileColumns = columns.filter(({ name }) => !isReportColumn(name));
  return (
    <List aria-label="Columnas reconocidas">
      {fileColumns.slice(0, SHOWN_COLUMNS).map(({ index, name, field }) => (
        <li key={index} data-ignored={field === null ? '' : undefined}>
          {name || 'sin nombre'}
          {field === null ? (
            <span>· se ignora</span>
          ) : (
            <>
              <VisuallyHidden>se carga como</VisuallyHidden>
              <IconArrowRight size={14} stroke={2} aria-hidden />
              <b>{LABELS.get(field)}</b>
            </>
          )}
        </li>
      ))}
      {fileColumns.length > SHOWN_COLUMNS && <li data-ignored="">y {fileColumns.length - SHOWN_COLUMNS} más</li>}
    </List>
  );
}

const SHOWN_ROWS = 5;

interface ShownColumn {
  label: string;
  cell: (row: PersonRow) => ReactNode;
}

/** Codes and dates keep their own text direction. */
function shownValue(kind: LoadedField['kind'], value: string | null): ReactNode {
  if (!value || kind === 'name' || kind === 'text') return value;
  return <bdi>{kind === 'birthday' ? formatDay(value) : value}</bdi>;
}

function columnsOf(names: ReadonlyMap<string, string>): ShownColumn[] {
  const place = ({ districtId, sectionId, subsectionId }: PersonRow) =>
    [subsectionId, sectionId, districtId].flatMap((id) => (id ? (names.get(id) ?? id) : [])).join(', ');
  return [
    ...LOADED_FIELDS.map(({ name, kind, label }) => ({ label, cell: (row: PersonRow) => shownValue(kind, row[name]) })),
    { label: 'Lugar', cell: place },
  ];
}

function PreviewRows(props: { fileName: string; preview: FilePreview; tree: readonly District[] | undefined }) {
  const { fileName, preview, tree } = props;
  const names = useMemo(() => placeNames(tree), [tree]);
  const rows = preview.rows.slice(0, SHOWN_ROWS);
  if (rows.length === 0) return null;
  const shown = columnsOf(names).filter(({ cell }) => rows.some((row) => cell(row)));
  return (
    <Box
      role="region"
      aria-label={`Primeras filas de ${fileName}`}
      tabIndex={0}
      sx={(theme) => ({
        overflowX: 'auto',
        border: `1px solid ${theme.palette.divider}`,
        borderRadius: `${theme.radius.control}px`,
        '& td, & th': { whiteSpace: 'nowrap' },
        '& td': { height: '2.25rem', maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis' },
        '& tr:last-of-type td': { borderBottom: 0 },
      })}
    >
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{preview.workbook ? 'Fila' : 'Línea'}</TableCell>
            <TableCell>Número</TableCell>
            {shown.map(({ label }) => (
              <TableCell key={label}>{label}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.line}>
              <TableCell sx={{ color: 'text.disabled', fontVariantNumeric: 'tabular-nums' }}>{row.line}</TableCell>
              <TableCell sx={{ fontWeight: 550, fontVariantNumeric: 'tabular-nums' }}>
                <bdi>{formatPhone(row.number)}</bdi>
              </TableCell>
              {shown.map(({ label, cell }) => (
                <TableCell key={label}>{cell(row) || '—'}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

const placeNames = (tree: readonly District[] = []) => {
  const sections = tree.flatMap((district) => district.sections);
  const places = [...tree, ...sections, ...sections.flatMap(({ subsections }) => subsections)];
  return new Map(places.map(({ id, name }) => [id, name]));
};

interface FilePreview extends TableSample<Batch, AudienceShape> {
  rows: readonly PersonRow[];
  unknownPlaces: UnknownPlaces;
}

async function previewFile(file: File, rules: PlaceRules, sheet: string | undefined): Promise<FilePreview> {
  const places = createPlaceIndex(rules);
  const personRules = { places, today: productDay(now()) };
  const readers = {
    text: () => createAudienceReader(personRules),
    sheet: async (cells: CellRules) =>
      (await import('@campanero/contract/loads/xlsx/sheet-reader')).createSheetReader(personRules, cells),
  };
  const sample = await readSample(file, AUDIENCE_FILES, readers, sheet);
  return { ...sample, rows: sample.batches.flatMap(({ rows }) => rows), unknownPlaces: places.unknown() };
}

export function previewQuery(file: File, rules: PlaceRules | undefined, sheet: string | undefined) {
  const { dropsUnknown, spellings, home } = rules ?? {};
  return queryOptions({
    queryKey: ['loads', 'preview', fileMark(file), sheet, dropsUnknown, spellings, home?.areaCode] as const,
    queryFn: () => previewFile(file, rules ?? { tree: [] }, sheet),
    enabled: rules !== undefined,
    // Keep the preview while only the choice about places changes.
    placeholderData: (before, query) =>
      query?.queryKey[2] === fileMark(file) && query.queryKey[3] === sheet ? before : undefined,
    staleTime: Infinity,
    retry: false,
  });
}

export function previewFault(name: string, preview: FilePreview): string | undefined {
  const { shape, rows, rejected, isWhole, workbook, refusal } = preview;
  if (refusal) return `«${name}»: ${refusal}`;
  const where = whereRead(name, preview);
  if (!shape)
    return workbook
      ? `${where} está vacía${workbook.sheets.length > 1 ? ': elija otra' : ''}.`
      : `No se encontró el encabezado de «${name}»: la primera línea debe nombrar las columnas.`;
  if (!shape.hasPhoneColumn) {
    const advice = workbook && workbook.sheets.length > 1 ? 'elija otra hoja' : 'no se puede cargar';
    return `${where} no tiene una columna de teléfono ni de celular: ${advice}. Vea los nombres aceptados en «Ver Formato».`;
  }
  if (shape.failure !== null) return `${where} no se puede cargar. ${shape.failure}`;
  if (isWhole && rows.length + rejected.length === 0) return `${where} tiene encabezado, pero ninguna fila.`;
  return undefined;
}

import { AUDIENCE_COLUMNS, type AudienceField, isReportColumn } from '@campanero/contract/loads/csv/columns';
import type { PlaceRules } from '@campanero/contract/loads/csv/places';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Alert, Box, Skeleton, styled, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ChoiceMenu } from '../../../components/fields/choice-menu.tsx';
import { IconAlertTriangle, IconArrowRight } from '../../../components/icons.ts';
import { Delayed } from '../../../components/page/page-header.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { type FilePreview, previewFault, previewQuery } from './preview-file.ts';
import { PreviewRows } from './preview-rows.tsx';

const ENCODINGS: Record<string, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Excel)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
};
const DELIMITERS: Record<string, string> = { ';': 'punto y coma', ',': 'coma', '\t': 'tabulación' };
const SHOWN_FAULTS = 5;

interface PreviewCardProps {
  file: File;
  places: PlaceRules | undefined;
  /** Of a workbook; undefined: the first one. */
  sheet: string | undefined;
  onSheet: (sheet: string) => void;
}

/** What the loader makes of the beginning of a file, before anything is sent. */
export function PreviewCard({ file, places, sheet, onSheet }: PreviewCardProps) {
  const title = useId();
  const { data: preview, isError } = useQuery(previewQuery(file, { rules: places, sheet }));
  const fault = preview && previewFault(file.name, preview);
  return (
    <Box
      component="section"
      aria-labelledby={title}
      sx={(theme) => ({
        p: { xs: 3, sm: 4 },
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 3,
        border: `1px solid ${theme.palette.divider}`,
        borderRadius: `${theme.radius.control}px`,
      })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 3, rowGap: 1 }}>
        <Typography variant="h3" component="h3" id={title} sx={{ overflowWrap: 'anywhere' }}>
          Vista previa de {file.name}
        </Typography>
        {preview && (
          <Typography variant="body2" color="textDisabled">
            {formatFacts(preview)}
          </Typography>
        )}
      </Box>
      {preview?.workbook && preview.workbook.sheets.length > 1 && (
        <SheetChoice sheet={preview.workbook.sheet} sheets={preview.workbook.sheets} onChange={onSheet} />
      )}
      {isError && (
        <Alert severity="error" role="alert">
          No se pudo leer «{file.name}»: quítelo y vuelva a elegirlo.
        </Alert>
      )}
      {!preview && !isError && (
        <Delayed>
          <Skeleton height={180} />
        </Delayed>
      )}
      {fault && (
        <Alert severity="error" role="alert" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}>
          {fault}
        </Alert>
      )}
      {preview?.shape && <PreviewColumns columns={preview.shape.columns} />}
      {preview?.shape?.hasPhoneColumn && (
        <>
          <PreviewRows fileName={file.name} preview={preview} tree={places?.tree} />
          <SampleFaults fileName={file.name} preview={preview} />
          <SamplePlaces preview={preview} />
        </>
      )}
    </Box>
  );
}

/** How the file is written, as far as people care. */
function formatFacts({ shape, workbook }: FilePreview): string | null {
  if (workbook) {
    const { sheet, sheets, headerRow } = workbook;
    return [
      'Excel',
      // Of several the choice below names it.
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

interface SheetChoiceProps {
  sheet: string;
  sheets: readonly string[];
  onChange: (sheet: string) => void;
}

/** Which sheet of a workbook is loaded. */
function SheetChoice({ sheet, sheets, onChange }: SheetChoiceProps) {
  const label = useId();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
      <Typography variant="body2" color="textSecondary" id={label}>
        Hoja que se carga
      </Typography>
      <ChoiceMenu
        labelledBy={label}
        outlined
        value={sheet}
        options={sheets.map((name) => ({ value: name, label: name }))}
        onChange={onChange}
        style={{ maxWidth: '100%', overflowWrap: 'anywhere' }}
      />
    </Box>
  );
}

const SHOWN_PLACES = 8;

/** The places of the sample that match nothing, each once, and what becomes of their rows. */
function SamplePlaces({ preview: { unknownPlaces } }: { preview: FilePreview }) {
  const { places, rowsWithoutPlace } = unknownPlaces;
  if (places.length === 0) return null;
  const rest = places.length - SHOWN_PLACES;
  return (
    <Typography variant="body2" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
      Lugares que no coinciden con los oficiales:{' '}
      {places.slice(0, SHOWN_PLACES).map(({ level, name, districtId, rows }, index) => (
        <span key={[level, name, districtId].join('|')}>
          {index > 0 && ', '}
          <b>{name}</b> ({formatCount(rows)})
        </span>
      ))}
      {rest > 0 && ` y ${formatCount(rest)} más`}.{' '}
      {rowsWithoutPlace > 0
        ? 'Sus filas se cargan sin ese lugar.'
        : 'Abajo puede elegir que sus filas se carguen sin ese lugar.'}
    </Typography>
  );
}

/** The rows of the sample that would be rejected, the first ones with their reason. */
function SampleFaults({ fileName, preview }: { fileName: string; preview: FilePreview }) {
  const { rows, rejected, isWhole, workbook } = preview;
  const total = rows.length + rejected.length;
  const where = !isWhole ? 'de la muestra' : workbook ? 'de la hoja' : 'del archivo';
  if (rejected.length === 0)
    return total === 0 ? null : (
      <Typography variant="body2" color="textSecondary">
        {total === 1 ? `La única fila ${where} es válida.` : `Las ${formatCount(total)} filas ${where} son válidas.`}
      </Typography>
    );
  return (
    <Alert severity="warning" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}>
      <div>
        {rejected.length === total
          ? `Ninguna fila ${where} es válida:`
          : `${formatCount(rejected.length)} de ${formatCount(total)} filas ${where} se rechazarían; las demás se cargan:`}
      </div>
      <Box component="ul" aria-label={`Filas rechazadas de ${fileName}`} sx={{ m: 0, mt: 1, paddingInlineStart: 4.5 }}>
        {rejected.slice(0, SHOWN_FAULTS).map(({ line, reason }) => (
          <Box component="li" key={line} sx={{ overflowWrap: 'anywhere' }}>
            {workbook ? 'Fila' : 'Línea'} {formatCount(line)}: {reason}
          </Box>
        ))}
        {rejected.length > SHOWN_FAULTS && <li>y {formatCount(rejected.length - SHOWN_FAULTS)} más</li>}
      </Box>
    </Alert>
  );
}

const SHOWN = 40;
const LABELS = new Map(AUDIENCE_COLUMNS.map(({ field, label }) => [field, label]));

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  '& > li': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 5,
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

interface PreviewColumnsProps {
  columns: readonly { index: number; name: string; field: AudienceField | null }[];
}

/** Which column became which field, and which ones nobody reads. */
function PreviewColumns({ columns }: PreviewColumnsProps) {
  // The two that our own file of rejected rows adds are no news.
  const told = columns.filter(({ name }) => !isReportColumn(name));
  return (
    <List aria-label="Columnas reconocidas">
      {told.slice(0, SHOWN).map(({ index, name, field }) => (
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
      {told.length > SHOWN && <li data-ignored="">y {told.length - SHOWN} más</li>}
    </List>
  );
}

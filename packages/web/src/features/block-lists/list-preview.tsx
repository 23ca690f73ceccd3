import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import { Alert, Box, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ChoiceMenu } from '../../components/fields/choice-menu.tsx';
import { IconAlertTriangle } from '../../components/icons.ts';
import { Delayed } from '../../components/page/page-header.tsx';
import { type ChosenFile, type PreviewedList as Preview, listPreviewFault, previewListQuery } from './preview-list.ts';

const SHOWN_NUMBERS = 8;
const SHOWN_FAULTS = 5;

/** More would make a menu that nobody reads; such a file is cut down first. */
const SHOWN_COLUMNS = 100;

interface ListPreviewProps {
  chosen: ChosenFile;
  onSheet: (sheet: string) => void;
  onColumn: (column: number) => void;
}

/** What the loader makes of the beginning of a file, before anything is sent. */
export function ListPreview({ chosen, onSheet, onColumn }: ListPreviewProps) {
  const { file } = chosen;
  const title = useId();
  const { data: preview, isError } = useQuery(previewListQuery(chosen));
  const columns = preview?.shape?.columns.slice(0, SHOWN_COLUMNS) ?? [];
  const fault = preview && listPreviewFault(file.name, preview);
  return (
    <Box
      component="section"
      aria-labelledby={title}
      sx={(theme) => ({
        p: 3,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 2,
        border: `1px solid ${theme.palette.divider}`,
        borderRadius: `${theme.radius.control}px`,
      })}
    >
      <Typography variant="h3" component="h3" id={title} sx={{ overflowWrap: 'anywhere' }}>
        Vista previa de {file.name}
      </Typography>
      {preview?.workbook && preview.workbook.sheets.length > 1 && (
        <Choice
          label="Hoja que se carga"
          value={preview.workbook.sheet}
          options={preview.workbook.sheets.map((name) => ({ value: name, label: name }))}
          onChange={onSheet}
        />
      )}
      {preview?.shape && columns.length > 1 && (
        <Choice
          label="Columna de los números"
          value={preview.shape.number}
          options={[
            ...(preview.shape.number === -1 ? [{ value: -1, label: 'Elegir' }] : []),
            ...columns.map((label, value) => ({ value, label })),
          ]}
          onChange={onColumn}
        />
      )}
      {isError && <Alert severity="error">No se pudo leer «{file.name}»: quítelo y vuelva a elegirlo.</Alert>}
      {!preview && !isError && (
        <Delayed>
          <Skeleton height={120} />
        </Delayed>
      )}
      {fault && (
        <Alert severity="error" role="alert" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}>
          {fault}
        </Alert>
      )}
      {preview && !fault && <Sample preview={preview} />}
    </Box>
  );
}

interface ChoiceProps<V extends string | number> {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
}

function Choice<V extends string | number>({ label, ...choice }: ChoiceProps<V>) {
  const id = useId();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
      <Typography variant="body2" color="textSecondary" id={id}>
        {label}
      </Typography>
      <ChoiceMenu {...choice} labelledBy={id} outlined style={{ maxWidth: '100%', overflowWrap: 'anywhere' }} />
    </Box>
  );
}

function Sample({ preview: { shape, numbers, rejected, isWhole } }: { preview: Preview }) {
  const total = numbers.length + rejected.length;
  const where = isWhole ? 'del archivo' : 'de la muestra';
  return (
    <>
      <Typography variant="body2">
        Los números se leen de <b>{shape?.inWords}</b>
        {shape?.header ? '.' : ', sin encabezado.'}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        <bdi>{numbers.slice(0, SHOWN_NUMBERS).map(formatPhone).join(' · ')}</bdi>
        {numbers.length > SHOWN_NUMBERS && ' …'}
      </Typography>
      {rejected.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {total === 1
            ? `La única línea ${where} es válida.`
            : `Las ${formatCount(total)} líneas ${where} son válidas.`}
        </Typography>
      ) : (
        <Alert severity="warning" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}>
          {formatCount(rejected.length)} de {formatCount(total)} líneas {where} se rechazarían; las demás se cargan:
          <Box component="ul" sx={{ m: 0, mt: 1, paddingInlineStart: 4.5 }}>
            {rejected.slice(0, SHOWN_FAULTS).map(({ line, reason }) => (
              <Box component="li" key={line} sx={{ overflowWrap: 'anywhere' }}>
                Línea {formatCount(line)}: {reason}
              </Box>
            ))}
            {rejected.length > SHOWN_FAULTS && <li>y {formatCount(rejected.length - SHOWN_FAULTS)} más</li>}
          </Box>
        </Alert>
      )}
    </>
  );
}

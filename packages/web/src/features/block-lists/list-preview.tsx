import { formatPhone } from '@campanero/contract/shared/numbers';
import { Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { PreviewChoice, SampleFaults, TablePreview } from '../../components/files/table-preview.tsx';
import { Muted } from '../../components/layout.tsx';
import { type ChosenFile, listPreviewFault, previewListQuery } from './preview-list.ts';

const SHOWN_NUMBERS = 8;
const SHOWN_COLUMNS = 100;

interface ListPreviewProps {
  chosen: ChosenFile;
  onSheet: (sheet: string) => void;
  onColumn: (column: number) => void;
}

export function ListPreview({ chosen, onSheet, onColumn }: ListPreviewProps) {
  const { name } = chosen.file;
  const { data: preview, isError } = useQuery(previewListQuery(chosen));
  const shape = preview?.shape;
  const columns = shape?.columns.slice(0, SHOWN_COLUMNS) ?? [];
  const fault = preview && listPreviewFault(name, preview);
  return (
    <TablePreview
      fileName={name}
      state={preview ? 'ready' : isError ? 'error' : 'loading'}
      workbook={preview?.workbook}
      onSheet={onSheet}
      choices={
        shape &&
        columns.length > 1 && (
          <PreviewChoice
            label="Columna de los números"
            value={shape.number}
            options={[
              ...(shape.number === -1 ? [{ value: -1, label: 'Elegir' }] : []),
              ...columns.map((label, value) => ({ value, label })),
            ]}
            onChange={onColumn}
          />
        )
      }
      fault={fault}
    >
      {preview && !fault && (
        <>
          <Typography variant="body2">
            Los números se leen de <b>{shape?.inWords}</b>
            {shape?.header ? '.' : ', sin encabezado.'}
          </Typography>
          <Muted sx={{ fontVariantNumeric: 'tabular-nums' }}>
            <bdi>{preview.numbers.slice(0, SHOWN_NUMBERS).map(formatPhone).join(' · ')}</bdi>
            {preview.numbers.length > SHOWN_NUMBERS && ' …'}
          </Muted>
          <SampleFaults
            fileName={name}
            unit="línea"
            lineName="Línea"
            where={preview.isWhole ? 'del archivo' : 'de la muestra'}
            valid={preview.numbers.length}
            rejected={preview.rejected}
          />
        </>
      )}
    </TablePreview>
  );
}

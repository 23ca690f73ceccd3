import type { RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Alert, Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { ChoiceMenu, type ChoiceMenuProps } from '../fields/choice-menu.tsx';
import { IconAlertTriangle } from '../icons.ts';
import { Inline, Muted, Stacked } from '../layout.tsx';
import { DelayedSkeleton } from '../page/page-header.tsx';

interface TablePreviewProps {
  fileName: string;
  facts?: string | null;
  state: 'loading' | 'error' | 'ready';
  workbook: { sheet: string; sheets: readonly string[] } | undefined;
  onSheet: (sheet: string) => void;
  choices?: ReactNode;
  fault: string | undefined;
  children: ReactNode;
}

/** Preview of a chosen file as the loader reads it. */
export function TablePreview(props: TablePreviewProps) {
  const { fileName, facts, state, workbook, onSheet, choices, fault, children } = props;
  const title = useId();
  return (
    <Stacked
      component="section"
      aria-labelledby={title}
      gap={3}
      sx={{ p: { xs: 3, sm: 4 }, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Inline sx={{ alignItems: 'baseline', columnGap: 3, rowGap: 1 }}>
        <Typography variant="h3" component="h3" id={title} sx={{ overflowWrap: 'anywhere' }}>
          Vista previa de {fileName}
        </Typography>
        {facts && (
          <Typography variant="body2" color="textDisabled">
            {facts}
          </Typography>
        )}
      </Inline>
      {workbook && workbook.sheets.length > 1 && (
        <PreviewChoice
          label="Hoja que se carga"
          value={workbook.sheet}
          options={workbook.sheets.map((name) => ({ value: name, label: name }))}
          onChange={onSheet}
        />
      )}
      {choices}
      {state === 'error' && (
        <Alert severity="error" role="alert">
          No se pudo leer «{fileName}»: quítelo y vuelva a elegirlo.
        </Alert>
      )}
      {state === 'loading' && <DelayedSkeleton height={180} />}
      {fault && (
        <Alert severity="error" role="alert" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}>
          {fault}
        </Alert>
      )}
      {children}
    </Stacked>
  );
}

type PreviewChoiceProps<V extends string | number> = { label: string } & Pick<
  ChoiceMenuProps<V>,
  'value' | 'options' | 'onChange'
>;

export function PreviewChoice<V extends string | number>({ label, ...choice }: PreviewChoiceProps<V>) {
  const id = useId();
  return (
    <Inline sx={{ columnGap: 3, rowGap: 1 }}>
      <Muted id={id}>{label}</Muted>
      <ChoiceMenu {...choice} labelledBy={id} outlined style={{ maxWidth: '100%', overflowWrap: 'anywhere' }} />
    </Inline>
  );
}

const SHOWN_FAULTS = 5;

interface SampleFaultsProps {
  fileName: string;
  unit: 'fila' | 'línea';
  lineName: 'Fila' | 'Línea';
  /** "del archivo". */
  where: string;
  valid: number;
  rejected: readonly RejectedRow[];
}

/** The rows of the sample that would be rejected, with reasons. */
export function SampleFaults({ fileName, unit, lineName, where, valid, rejected }: SampleFaultsProps) {
  const total = valid + rejected.length;
  if (total === 0) return null;
  if (rejected.length === 0)
    return (
      <Muted>
        {total === 1
          ? `La única ${unit} ${where} es válida.`
          : `Las ${formatCount(total)} ${unit}s ${where} son válidas.`}
      </Muted>
    );
  return (
    <Alert
      severity={valid === 0 ? 'error' : 'warning'}
      icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
    >
      <div>
        {valid === 0
          ? `Ninguna ${unit} ${where} es válida:`
          : `${formatCount(rejected.length)} de ${formatCount(total)} ${unit}s ${where} se rechazarían; las demás se cargan:`}
      </div>
      <Box
        component="ul"
        aria-label={`${unit === 'fila' ? 'Filas' : 'Líneas'} rechazadas de ${fileName}`}
        sx={{ m: 0, mt: 1, paddingInlineStart: 4.5 }}
      >
        {rejected.slice(0, SHOWN_FAULTS).map(({ line, reason }) => (
          <Box component="li" key={line} sx={{ overflowWrap: 'anywhere' }}>
            {lineName} {formatCount(line)}: {reason}
          </Box>
        ))}
        {rejected.length > SHOWN_FAULTS && <li>y {formatCount(rejected.length - SHOWN_FAULTS)} más</li>}
      </Box>
    </Alert>
  );
}

import { formatDateTime } from '@campanero/contract/shared/dates';
import { Alert, Button, Paper, Typography } from '@mui/material';
import { ConfirmDialog } from '../../../components/form/dialogs.tsx';
import { IconHistory, IconInfoCircle } from '../../../components/icons.ts';
import { Faint, Stacked } from '../../../components/layout.tsx';
import { type Fact, FactList } from '../../../components/page/fact-list.tsx';
import { type InformationChoices, type InformationValues, onSide } from '../information-form.ts';
import { typeName } from '../texts.ts';

interface WizardSummaryProps {
  information: InformationValues;
  step: number;
  choices: InformationChoices;
  placeName: string | undefined;
  fileCount: number;
  surveyName: string | undefined;
  formName: string | undefined;
  /** They are loaded at once. */
  hasPeople: boolean;
}

const nameOf = (rows: readonly { id: number; name: string }[] | undefined, id: number | null) =>
  rows?.find((row) => row.id === id)?.name;

/** Undefined for a date that is empty or not finished. */
const dateText = (instant: string) => (Number.isNaN(Date.parse(instant)) ? undefined : formatDateTime(instant));

/** The values so far. */
export function WizardSummary(props: WizardSummaryProps) {
  const { information, step, choices, placeName, fileCount, surveyName, formName, hasPeople } = props;
  const { name, objectiveId, external, coordinatedBy, operators, startDate, endDate, callingRules } = information;
  const fact = (label: string, value: string | undefined, later = '—'): Fact =>
    value ? { label, value } : { label, value: later, quiet: true };
  const ahead = (place: number, text: string) => (step < place ? text : 'Sin elegir');
  const files = fileCount === 1 ? '1 archivo' : fileCount > 1 ? `${fileCount} archivos` : undefined;
  return (
    <Stacked component="aside" aria-label="Resumen" sx={{ alignContent: 'start' }}>
      <Paper sx={{ p: 4 }}>
        <Typography variant="h3" component="h2">
          Resumen
        </Typography>
        <Faint sx={{ mt: 0.5, mb: 3 }}>Se completa paso a paso.</Faint>
        <FactList
          facts={[
            fact('Nombre', name.trim()),
            fact('Objetivo', nameOf(choices.objectives, objectiveId)),
            { label: 'Tipo', value: typeName(external ? 1 : 0) },
            fact('Coordina', nameOf(onSide(choices.supervisors, external), coordinatedBy)),
            fact('Operadores', operators.length > 0 ? String(operators.length) : undefined),
            fact('Inicio', dateText(startDate)),
            fact('Fin', dateText(endDate)),
            { label: 'Reglas', value: callingRules ? 'Propias' : 'Las del sistema' },
            { label: 'Bloqueos', value: information.obeysLists ? 'Se respetan' : 'Exenta' },
            fact('Ubicación', placeName, ahead(1, 'Paso 2, opcional')),
            fact('Script', files, ahead(2, 'Paso 3, hasta 5 archivos')),
            fact('Relevamiento', surveyName, ahead(2, 'Paso 3, opcional')),
            fact('Formulario', formName, ahead(3, 'Paso 4, opcional')),
          ]}
        />
      </Paper>
      {!hasPeople && (
        <Alert severity="info" icon={<IconInfoCircle size={18} stroke={1.75} aria-hidden />}>
          La campaña nace <b>PENDIENTE</b>. Después de crearla se carga la audiencia y se reparte entre los operadores.
        </Alert>
      )}
    </Stacked>
  );
}

interface DraftNoticeProps {
  /** Chosen files that were lost on reload. */
  lostFiles: readonly string[];
  onDiscard: () => void;
}

export const DraftNotice = ({ lostFiles, onDiscard }: DraftNoticeProps) => (
  <Alert
    severity="info"
    icon={<IconHistory size={18} stroke={1.75} aria-hidden />}
    action={
      <Button variant="text" size="small" color="inherit" onClick={onDiscard}>
        Descartar borrador
      </Button>
    }
    sx={{ mb: 4, alignItems: 'center', '& .MuiAlert-action': { p: 0, marginInlineEnd: 0 } }}
  >
    Se recuperó el borrador que había dejado sin terminar.
    {lostFiles.length > 0 &&
      ` Los archivos no se conservan al recargar la página; vuelva a elegirlos en el paso Script: ${lostFiles.join(', ')}.`}
  </Alert>
);

interface LeaveWizardDialogProps {
  /** Files are not part of a draft. */
  hasFiles: boolean;
  onKeep: () => void;
  onDiscard: () => void;
  onClose: () => void;
}

export const LeaveWizardDialog = ({ hasFiles, onKeep, onDiscard, onClose }: LeaveWizardDialogProps) => (
  <ConfirmDialog
    open
    title="Salir sin crear la campaña"
    action="Conservar borrador"
    cancel="Seguir cargando"
    other={
      <Button color="error" onClick={onDiscard}>
        Descartar
      </Button>
    }
    onConfirm={onKeep}
    onClose={onClose}
  >
    Lo que cargó puede quedar como borrador en esta pestaña: estará aquí cuando vuelva a Crear campaña.
    {hasFiles && ' Los archivos elegidos no se conservan.'}
  </ConfirmDialog>
);

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { IconInfoCircle } from '../../../../components/icons.ts';
import { type Fact, FactList } from '../../../../components/page/fact-list.tsx';
import { type InformationChoices, type InformationValues, onSide } from '../../information-form.ts';
import { typeName } from '../../texts.ts';

interface WizardSummaryProps {
  information: InformationValues;
  choices: InformationChoices;
  placeName: string | undefined;
  fileCount: number;
  formName: string | undefined;
}

const nameOf = (rows: readonly { id: number; name: string }[] | undefined, id: number | null) =>
  rows?.find((row) => row.id === id)?.name;

/** What was said so far, so that nothing is asked twice and nothing has to be remembered (design 8.3, UX-15). */
export function WizardSummary({ information, choices, placeName, fileCount, formName }: WizardSummaryProps) {
  const { name, objectiveId, external, coordinatedBy, operators } = information;
  const fact = (label: string, value: string | undefined, later = '—'): Fact =>
    value ? { label, value } : { label, value: later, quiet: true };
  const files = fileCount === 1 ? '1 archivo' : fileCount > 1 ? `${fileCount} archivos` : undefined;
  return (
    <Box component="aside" aria-label="Resumen" sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
      <Paper sx={{ p: 4 }}>
        <Typography variant="h3" component="h2">
          Resumen
        </Typography>
        <Typography variant="body2" color="textDisabled" sx={{ mt: 0.5, mb: 3 }}>
          Se completa paso a paso.
        </Typography>
        <FactList
          facts={[
            fact('Nombre', name.trim()),
            fact('Objetivo', nameOf(choices.objectives, objectiveId)),
            { label: 'Tipo', value: typeName(external ? 1 : 0) },
            fact('Coordina', nameOf(onSide(choices.supervisors, external), coordinatedBy)),
            fact('Operadores', operators.length > 0 ? String(operators.length) : undefined),
            fact('Ubicación', placeName, 'Paso 2, opcional'),
            fact('Script', files, 'Paso 3, hasta 5 archivos'),
            fact('Formulario', formName, 'Paso 4, opcional'),
          ]}
        />
      </Paper>
      <Alert severity="info" icon={<IconInfoCircle size={18} stroke={1.75} aria-hidden />}>
        La campaña nace <b>PENDIENTE</b>. Después de crearla se carga la audiencia y se reparte entre los operadores.
      </Alert>
    </Box>
  );
}

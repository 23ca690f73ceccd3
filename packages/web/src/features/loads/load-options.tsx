import { loadOptions } from '@campanero/contract/loads/schemas';
import {
  Box,
  Checkbox,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Link,
  OutlinedInput,
  Paper,
  Radio,
  RadioGroup,
  type SxProps,
  type Theme,
} from '@mui/material';
import { type ReactNode, useId } from 'react';
import { SubmitButton } from '../../components/action-button.tsx';
import { formProps } from '../../components/form/dialogs.tsx';
import { SaveBar } from '../../components/form/save-bar.tsx';
import { Inline, Stacked } from '../../components/layout.tsx';

/** What every way to load an audience is given. */
export interface LoadPanelProps {
  campaignId: number;
  choice: LoadChoice;
  onChoice: (choice: LoadChoice) => void;
  onShowSpellings: () => void;
  onAccepted: () => void;
}

interface LoadFormProps extends Omit<LoadPanelProps, 'campaignId' | 'onAccepted'> {
  label: string;
  /** Why it cannot be sent, the options aside. */
  whyNot: string | undefined;
  isPending: boolean;
  status: ReactNode;
  note: string | undefined;
  action: string;
  pendingText: string;
  /** Before the button. */
  other?: ReactNode;
  sx?: SxProps<Theme>;
  onSubmit: () => void;
  children: ReactNode;
}

/** The form around a source of an audience, with the options that apply to all of them. */
export function LoadForm(props: LoadFormProps) {
  const { choice, onChoice, onShowSpellings, isPending } = props;
  const legend = useId();
  const reason = props.whyNot ?? daysFault(choice);
  return (
    <Paper
      {...formProps(() => reason === undefined && !isPending && props.onSubmit())}
      aria-label={props.label}
      sx={props.sx}
    >
      <Stacked gap={5} sx={{ p: { xs: 4, sm: 6 } }}>
        {props.children}
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, max-content) minmax(0, 1fr)' },
            columnGap: { lg: 5, xl: 10 },
            rowGap: 5,
          }}
        >
          <Exclusions choice={choice} onChange={onChoice} disabled={isPending} />
          <div>
            <FormLabel id={legend} sx={{ display: 'block', mb: 1 }}>
              Si un lugar no coincide con los oficiales
            </FormLabel>
            <RadioGroup
              aria-labelledby={legend}
              value={choice.dropsPlaces ? 'drop' : 'reject'}
              onChange={(_event, value) => onChoice({ ...choice, dropsPlaces: value === 'drop' })}
            >
              <FormControlLabel value="reject" control={<Radio disabled={isPending} />} label="Rechazar la fila" />
              <FormControlLabel value="drop" control={<Radio disabled={isPending} />} label="Cargar sin ese lugar" />
            </RadioGroup>
            <Link component="button" type="button" variant="body2" onClick={onShowSpellings} sx={{ mt: 1 }}>
              Ver lugares recordados
            </Link>
          </div>
        </Box>
      </Stacked>
      <SaveBar status={props.status} note={props.note}>
        {props.other}
        <SubmitButton reason={reason} isPending={isPending} pendingText={props.pendingText}>
          {props.action}
        </SubmitButton>
      </SaveBar>
    </Paper>
  );
}

interface ExclusionsProps {
  choice: LoadChoice;
  onChange: (choice: LoadChoice) => void;
  disabled: boolean;
}

export function Exclusions({ choice, onChange, disabled }: ExclusionsProps) {
  const id = useId();
  const fault = daysFault(choice);
  const checkbox = (name: 'excludesCalled' | 'excludesActive', label: string) => (
    <FormControlLabel
      label={label}
      control={
        <Checkbox
          checked={choice[name]}
          disabled={disabled}
          onChange={(_event, isChecked) => onChange({ ...choice, [name]: isChecked })}
        />
      }
      sx={{ marginInlineEnd: 0 }}
    />
  );
  return (
    <Box component="fieldset" disabled={disabled} sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1 }}>
      <FormLabel component="legend" sx={{ p: 0, mb: 1 }}>
        A quiénes no cargar
      </FormLabel>
      <Inline sx={{ columnGap: 2, rowGap: 1 }}>
        {checkbox('excludesCalled', 'No cargar a quienes fueron llamados en los últimos')}
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
          <OutlinedInput
            size="small"
            value={choice.days}
            disabled={disabled || !choice.excludesCalled}
            onChange={(event) => onChange({ ...choice, days: event.target.value })}
            error={fault !== undefined}
            inputProps={{
              inputMode: 'numeric',
              maxLength: 4,
              'aria-label': 'Días sin llamados',
              'aria-describedby': fault ? `${id}-fault` : undefined,
            }}
            sx={{ width: '4rem' }}
          />
          días
        </Box>
      </Inline>
      {fault && (
        <FormHelperText id={`${id}-fault`} error sx={{ mt: 0, marginInlineStart: 8 }}>
          {fault}
        </FormHelperText>
      )}
      {checkbox('excludesActive', 'No cargar números que ya están en otra campaña activa')}
    </Box>
  );
}

export const NO_EXCLUSIONS = {
  excludesCalled: false,
  /** As typed. */
  days: '30',
  excludesActive: false,
  /** Rows are loaded without a place that matches nothing; false: rejected. */
  dropsPlaces: false,
};
type LoadChoice = typeof NO_EXCLUSIONS;

export const loadQueryOf = ({ excludesCalled, days, excludesActive, dropsPlaces }: LoadChoice) => ({
  ...(excludesCalled && { excludeCalledDays: Number(days) }),
  ...(excludesActive && { excludeActive: '1' as const }),
  ...(dropsPlaces && { places: 'drop' as const }),
});
export type LoadQuery = ReturnType<typeof loadQueryOf>;

export function daysFault({ excludesCalled, days }: LoadChoice): string | undefined {
  if (!excludesCalled) return undefined;
  // Empty text would be coerced to 0.
  const asked = /^\d+$/.test(days.trim()) ? days.trim() : 'nada';
  return loadOptions.shape.excludeCalledDays.safeParse(asked).error?.issues[0]?.message;
}

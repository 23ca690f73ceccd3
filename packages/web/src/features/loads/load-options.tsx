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
import { SaveBar, SubmitButton } from '../../components/form/save-bar.tsx';
import { Inline, Stacked } from '../../components/layout.tsx';

/** What every way to load an audience is given. */
export interface LoadPanelProps {
  campaignId: number;
  /** Shared by all of them. */
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
  const { label, choice, onChoice, onShowSpellings, isPending, status, note, sx, children } = props;
  const reason = props.whyNot ?? daysFault(choice);
  return (
    <Paper
      component="form"
      noValidate
      aria-label={label}
      sx={sx}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined && !isPending) props.onSubmit();
      }}
    >
      <Stacked gap={5} sx={{ p: { xs: 4, sm: 6 } }}>
        {children}
        <LoadOptions choice={choice} onChange={onChoice} onShowSpellings={onShowSpellings} disabled={isPending} />
      </Stacked>
      <SaveBar status={status} note={note}>
        {props.other}
        <SubmitButton
          ready={reason === undefined}
          reason={reason ?? ''}
          pending={isPending}
          pendingText={props.pendingText}
        >
          {props.action}
        </SubmitButton>
      </SaveBar>
    </Paper>
  );
}

interface LoadOptionsProps {
  choice: LoadChoice;
  onChange: (choice: LoadChoice) => void;
  onShowSpellings: () => void;
  disabled: boolean;
}

function LoadOptions({ onShowSpellings, ...options }: LoadOptionsProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, max-content) minmax(0, 1fr)' },
        columnGap: { lg: 5, xl: 10 },
        rowGap: 5,
      }}
    >
      <Exclusions {...options} />
      <UnknownPlaces {...options} onShowSpellings={onShowSpellings} />
    </Box>
  );
}

function UnknownPlaces({ choice, onChange, onShowSpellings, disabled }: LoadOptionsProps) {
  const legend = useId();
  return (
    <div>
      <FormLabel id={legend} sx={{ display: 'block', mb: 1 }}>
        Si un lugar no coincide con los oficiales
      </FormLabel>
      <RadioGroup
        aria-labelledby={legend}
        value={choice.dropsPlaces ? 'drop' : 'reject'}
        onChange={(_event, value) => onChange({ ...choice, dropsPlaces: value === 'drop' })}
      >
        <FormControlLabel value="reject" control={<Radio disabled={disabled} />} label="Rechazar la fila" />
        <FormControlLabel value="drop" control={<Radio disabled={disabled} />} label="Cargar sin ese lugar" />
      </RadioGroup>
      <Link component="button" type="button" variant="body2" onClick={onShowSpellings} sx={{ mt: 1 }}>
        Ver lugares recordados
      </Link>
    </div>
  );
}

function Exclusions({ choice, onChange, disabled }: Omit<LoadOptionsProps, 'onShowSpellings'>) {
  const id = useId();
  const fault = daysFault(choice);
  return (
    <Box component="fieldset" disabled={disabled} sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1 }}>
      <FormLabel component="legend" sx={{ p: 0, mb: 1 }}>
        A quiénes no cargar
      </FormLabel>
      <Inline sx={{ columnGap: 2, rowGap: 1 }}>
        <FormControlLabel
          sx={{ marginInlineEnd: 0 }}
          control={
            <Checkbox
              checked={choice.excludesCalled}
              disabled={disabled}
              onChange={(_event, excludesCalled) => onChange({ ...choice, excludesCalled })}
            />
          }
          label={<span id={`${id}-called`}>No cargar a quienes fueron llamados en los últimos</span>}
        />
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
      <FormControlLabel
        control={
          <Checkbox
            checked={choice.excludesActive}
            disabled={disabled}
            onChange={(_event, excludesActive) => onChange({ ...choice, excludesActive })}
          />
        }
        label="No cargar números que ya están en otra campaña activa"
      />
    </Box>
  );
}

export interface LoadChoice {
  excludesCalled: boolean;
  /** As typed. */
  days: string;
  excludesActive: boolean;
  /** Rows are loaded without a place that matches nothing; false: rejected. */
  dropsPlaces: boolean;
}
export const EVERYBODY: LoadChoice = { excludesCalled: false, days: '30', excludesActive: false, dropsPlaces: false };

export interface LoadQuery {
  excludeCalledDays?: number;
  excludeActive?: '1';
  places?: 'drop';
}

export const loadQueryOf = ({ excludesCalled, days, excludesActive, dropsPlaces }: LoadChoice): LoadQuery => ({
  ...(excludesCalled && { excludeCalledDays: Number(days) }),
  ...(excludesActive && { excludeActive: '1' as const }),
  ...(dropsPlaces && { places: 'drop' as const }),
});

/** The contract's error about the days, if they are used. */
function daysFault({ excludesCalled, days }: LoadChoice): string | undefined {
  if (!excludesCalled) return undefined;
  // Empty text would be coerced to 0.
  const asked = /^\d+$/.test(days.trim()) ? days.trim() : 'nada';
  return loadOptions.shape.excludeCalledDays.safeParse(asked).error?.issues[0]?.message;
}

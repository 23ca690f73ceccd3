import { OutlinedInput, styled, ThemeProvider } from '@mui/material';
import { type Ref, useId } from 'react';
import { inkOn } from '../../theme/color.ts';
import { focusRing } from '../../theme/components/controls.ts';
import { themeOf } from '../../theme/create-theme.ts';
import { STATE_SWATCHES } from '../../theme/tokens.ts';
import { IconCheck } from '../icons.ts';
import { Inline, Line, Stacked } from '../layout.tsx';
import { StateChip, usableColor } from '../state-chip.tsx';
import { Field, wireInput } from './field.tsx';
import { outlinedCard, PLAIN_FIELDSET, square } from '../../theme/mixins.ts';

const AnyColor = styled('input')(({ theme }) => ({
  appearance: 'none',
  width: '2.5rem',
  height: '2.5rem',
  padding: 4,
  flex: 'none',
  cursor: 'pointer',
  ...outlinedCard(theme, 'control'),
  borderColor: theme.palette.line.strong,
  '&::-webkit-color-swatch-wrapper': { padding: 0 },
  '&::-webkit-color-swatch': { border: 0, borderRadius: 5 },
  '&::-moz-color-swatch': { border: 0, borderRadius: 5 },
  '&:focus-visible': focusRing(theme),
}));

interface ColorFieldProps {
  label: string;
  value: string;
  onChange: (color: string) => void;
  onBlur?: () => void;
  sample: string;
  error?: string;
  inputRef?: Ref<HTMLInputElement>;
}

export function ColorField(props: ColorFieldProps) {
  const { label, value, onChange, onBlur, sample, error, inputRef } = props;
  const group = useId();
  const handleBlur = () => {
    if (/^[0-9a-f]{6}$/i.test(value.trim())) onChange(`#${value.trim()}`);
    onBlur?.();
  };
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <Stacked gap={3}>
          <Inline>
            <OutlinedInput
              {...wireInput(wiring)}
              inputRef={inputRef}
              fullWidth={false}
              value={value}
              onChange={(event) => onChange(event.target.value.trim())}
              onBlur={handleBlur}
              inputProps={{ maxLength: 7, spellCheck: false, autoComplete: 'off', dir: 'ltr' }}
              sx={{ width: '7rem', fontVariantNumeric: 'tabular-nums' }}
            />
            <AnyColor
              type="color"
              aria-label="Elegir otro color"
              value={usableColor(value).toLowerCase()}
              onChange={(event) => onChange(event.target.value)}
            />
            <ColorPreview name={sample} color={value} />
          </Inline>
          <Grid aria-label="Colores sugeridos">
            {STATE_SWATCHES.map(({ color, name }) => (
              <Swatch key={color} title={name} sx={{ background: color, color: inkOn(color) }}>
                <input
                  type="radio"
                  name={group}
                  aria-label={name}
                  checked={color.toLowerCase() === value.toLowerCase()}
                  onChange={() => onChange(color.toLowerCase())}
                />
                <IconCheck size={16} stroke={2.5} aria-hidden />
              </Swatch>
            ))}
          </Grid>
        </Stacked>
      )}
    </Field>
  );
}

const Grid = styled('fieldset')({ ...PLAIN_FIELDSET, display: 'flex', flexWrap: 'wrap', gap: 6 });

/** 28 px: above the minimum target of 24. */
const Swatch = styled('label')(({ theme }) => ({
  position: 'relative',
  ...square(28),
  borderRadius: theme.radius.chip,
  cursor: 'pointer',
  boxShadow: 'inset 0 0 0 1px rgb(0 0 0 / 22%)',
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'inherit' },
  '&:has(:focus-visible)': focusRing(theme),
  '& svg': { visibility: 'hidden' },
  '&:has(:checked) svg': { visibility: 'visible' },
}));

function ColorPreview({ name, color }: { name: string; color: string }) {
  return (
    <Inline role="img" aria-label="Vista previa del estado, en claro y en oscuro" sx={{ minWidth: 0 }}>
      {(['campanero', 'campanero-noche'] as const).map((scheme) => (
        <ThemeProvider key={scheme} theme={themeOf(scheme)}>
          <Line
            sx={{
              minWidth: 0,
              height: '2.5rem',
              px: 2.5,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              bgcolor: 'background.paper',
            }}
          >
            <StateChip name={name} color={color} />
          </Line>
        </ThemeProvider>
      ))}
    </Inline>
  );
}

import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import type { Ref } from 'react';
import { useId } from 'react';
import { Field, wireInput } from '../field.tsx';
import { usableColor } from '../state-chip.tsx';
import { ColorPreview } from './color-preview.tsx';
import { ColorSwatches } from './color-swatches.tsx';

const Stack = styled('div')({ display: 'grid', gap: 12 });
const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' });

/** The system's own picker, drawn as one of our controls. */
const AnyColor = styled('input')(({ theme }) => ({
  appearance: 'none',
  width: '2.5rem',
  height: '2.5rem',
  padding: 4,
  flex: 'none',
  cursor: 'pointer',
  border: `1px solid ${theme.palette.line.strong}`,
  borderRadius: theme.radius.control,
  background: theme.palette.background.paper,
  '&::-webkit-color-swatch-wrapper': { padding: 0 },
  '&::-webkit-color-swatch': { border: 0, borderRadius: 5 },
  '&::-moz-color-swatch': { border: 0, borderRadius: 5 },
  '&:focus-visible': { outline: `2px solid ${theme.palette.focusRing}`, outlineOffset: 2 },
}));

interface ColorFieldProps {
  label: string;
  /** As typed: `#rrggbb` once it is right. */
  value: string;
  onChange: (color: string) => void;
  onBlur?: () => void;
  /** What the chip of the preview says. */
  sample: string;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  disabled?: boolean;
}

/** A colour by hand, by eye or from the suggested ones, with the chip it makes. */
export function ColorField(props: ColorFieldProps) {
  const { label, value, onChange, onBlur, sample, error, inputRef, disabled = false } = props;
  const group = useId();
  const handleBlur = () => {
    // Copied from elsewhere it often comes without its sign.
    if (/^[0-9a-f]{6}$/i.test(value.trim())) onChange(`#${value.trim()}`);
    onBlur?.();
  };
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <Stack>
          <Row>
            <OutlinedInput
              {...wireInput(wiring)}
              inputRef={inputRef}
              fullWidth={false}
              value={value}
              disabled={disabled}
              onChange={(event) => onChange(event.target.value.trim())}
              onBlur={handleBlur}
              inputProps={{ maxLength: 7, spellCheck: false, autoComplete: 'off', dir: 'ltr' }}
              sx={{ width: '7rem', fontVariantNumeric: 'tabular-nums' }}
            />
            <AnyColor
              type="color"
              aria-label="Elegir otro color"
              disabled={disabled}
              value={usableColor(value).toLowerCase()}
              onChange={(event) => onChange(event.target.value)}
            />
            <ColorPreview name={sample} color={value} />
          </Row>
          <ColorSwatches name={group} value={value} disabled={disabled} onChange={onChange} />
        </Stack>
      )}
    </Field>
  );
}

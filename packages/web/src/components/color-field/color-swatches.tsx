import { styled } from '@mui/material/styles';
import { focusRing } from '../../theme/components/controls.ts';
import { inkOn } from '../../theme/color.ts';
import { STATE_SWATCHES } from '../../theme/tokens.ts';
import { IconCheck } from '../icons.ts';

const Grid = styled('fieldset')({
  border: 0,
  margin: 0,
  padding: 0,
  minWidth: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
});

/** 28 px each: above the 24 that a finger needs (UX-15). */
const Swatch = styled('label')(({ theme }) => ({
  position: 'relative',
  width: 28,
  height: 28,
  borderRadius: theme.radius.chip,
  display: 'grid',
  placeItems: 'center',
  cursor: 'pointer',
  boxShadow: 'inset 0 0 0 1px rgb(0 0 0 / 22%)',
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'inherit' },
  '&:has(:focus-visible)': focusRing(theme),
  '& svg': { visibility: 'hidden' },
  '&:has(:checked) svg': { visibility: 'visible' },
}));

interface ColorSwatchesProps {
  name: string;
  value: string;
  disabled: boolean;
  onChange: (color: string) => void;
}

/** The suggested colours, as radios: one stop for the keyboard, arrows inside. */
export function ColorSwatches({ name, value, disabled, onChange }: ColorSwatchesProps) {
  return (
    <Grid aria-label="Colores sugeridos" disabled={disabled}>
      {STATE_SWATCHES.map((swatch) => (
        <Swatch key={swatch.color} title={swatch.name} sx={{ background: swatch.color, color: inkOn(swatch.color) }}>
          <input
            type="radio"
            name={name}
            aria-label={swatch.name}
            checked={swatch.color.toLowerCase() === value.toLowerCase()}
            onChange={() => onChange(swatch.color.toLowerCase())}
          />
          <IconCheck size={16} stroke={2.5} aria-hidden />
        </Swatch>
      ))}
    </Grid>
  );
}

import { Box, FormLabel, styled, Switch, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import type { es } from '../../i18n/es.ts';
import { type TextKey, useText, useTextLang } from '../../i18n/i18n.ts';
import { focusRing } from '../../theme/components/controls.ts';

/** A label of the sheet, marked with its language: many stay English (ENGLISH_IN_SPANISH). */
export function LabelText({ of }: { of: TextKey }) {
  const text = useText();
  const langOf = useTextLang();
  return <span lang={langOf(of)}>{text(of)}</span>;
}

export const SheetSection = styled('section')(({ theme }) => ({
  padding: '8px 24px',
  '& + &': { borderTop: `1px solid ${theme.palette.line.soft}` },
}));

export const Heading = ({ of, id }: { of: TextKey; id?: string }) => (
  <Typography variant="h3" {...(id && { id })}>
    <LabelText of={of} />
  </Typography>
);

const LABEL_WIDTH = 64;

interface RowProps {
  label: TextKey;
  /** A part's name stands as its heading, with this id. */
  headingId?: string;
  /** The label takes the room it needs, the control the rest. */
  isWide?: boolean;
  /** After the control. */
  end?: ReactNode;
  children: (wiring: { id: string; labelId: string }) => ReactNode;
}

/** A label and its control in one line. */
export function Row({ label, headingId, isWide = false, end, children }: RowProps) {
  const id = useId();
  const labelId = headingId ?? `${id}-label`;
  return (
    <Box sx={{ minHeight: 40, display: 'flex', alignItems: 'center', gap: 3 }}>
      <Box sx={{ flex: 'none', width: isWide ? 'auto' : LABEL_WIDTH }}>
        {headingId ? (
          <Heading of={label} id={labelId} />
        ) : (
          <FormLabel id={labelId} htmlFor={id} sx={{ color: 'text.secondary', fontWeight: 400 }}>
            <LabelText of={label} />
          </FormLabel>
        )}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>{children({ id, labelId })}</Box>
      {end}
    </Box>
  );
}

const Track = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 2,
  padding: 3,
  borderRadius: 9,
  backgroundColor: theme.palette.surface.subtle,
  border: `${theme.palette.line.width}px solid ${theme.palette.line.soft}`,
}));

/** A radio that is its own tile: the browser's, invisible over all of it. */
export const RadioTile = styled('label')(({ theme }) => ({
  position: 'relative',
  flex: 1,
  minWidth: 0,
  cursor: 'pointer',
  borderRadius: theme.radius.chip,
  '& > input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'inherit' },
  '&:has(:focus-visible)': focusRing(theme),
}));

const Tile = styled(RadioTile)(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  minHeight: '1.75rem',
  padding: '0 6px',
  fontSize: '0.8125rem',
  fontWeight: 520,
  whiteSpace: 'nowrap',
  color: theme.palette.text.secondary,
  '&:hover': { color: theme.palette.text.primary },
  '&:has(:checked)': {
    backgroundColor: theme.palette.background.paper,
    color: theme.palette.text.primary,
    fontWeight: 600,
    boxShadow: `0 0 0 1px ${theme.palette.line.soft}`,
  },
}));

type PanelWord = keyof typeof es.panels;

interface SegmentedProps<V extends PanelWord> extends Pick<RowProps, 'label' | 'headingId' | 'end'> {
  /** Of the box around it: several on the sheet have a position. */
  ofId?: string;
  value: V;
  options: readonly V[];
  onChange: (value: V) => void;
}

/** Two or three values side by side, one of them chosen; the arrow keys go from one to the next. */
export function SegmentedRow<V extends PanelWord>({ ofId, value, options, onChange, ...row }: SegmentedProps<V>) {
  const name = useId();
  return (
    <Row {...row}>
      {({ labelId }) => (
        <Track role="radiogroup" aria-labelledby={ofId ? `${ofId} ${labelId}` : labelId}>
          {options.map((option) => (
            <Tile key={option}>
              <input
                type="radio"
                name={name}
                value={option}
                checked={option === value}
                onChange={() => onChange(option)}
              />
              <LabelText of={`panels.${option}`} />
            </Tile>
          ))}
        </Track>
      )}
    </Row>
  );
}

interface DisplaySwitchProps {
  /** Whose it is: several on the sheet are called "Display". */
  ofId: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether a bar is there at all. */
export function DisplaySwitch({ ofId, checked, onChange }: DisplaySwitchProps) {
  const id = useId();
  return (
    <Box
      component="label"
      sx={{ flex: 'none', display: 'flex', alignItems: 'center', gap: 0.5, color: 'text.secondary' }}
    >
      <Typography id={id} variant="body2" component="span">
        <LabelText of="panels.display" />
      </Typography>
      <Switch
        checked={checked}
        slotProps={{ input: { 'aria-labelledby': `${ofId} ${id}` } }}
        onChange={(_event, next) => onChange(next)}
        sx={{ marginInlineEnd: 0 }}
      />
    </Box>
  );
}

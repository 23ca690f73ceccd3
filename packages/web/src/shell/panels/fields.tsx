import { Box, FormLabel, styled, Switch, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import type { es } from '../../i18n/es.ts';
import { type TextKey, useShellText } from '../../i18n/i18n.ts';
import { focusRing } from '../../theme/components/controls.ts';

/** Marked with its language: many labels stay English. */
export function LabelText({ of }: { of: TextKey }) {
  const { text, langOf } = useShellText();
  return <span lang={langOf(of)}>{text(of)}</span>;
}

export const SheetSection = styled('section')(({ theme }) => ({
  padding: '8px 24px',
  '& + &': { borderTop: `1px solid ${theme.palette.line.soft}` },
}));

export const Heading = ({ of, id }: { of: TextKey; id?: string }) => (
  <Typography variant="h3" id={id}>
    <LabelText of={of} />
  </Typography>
);

const LABEL_WIDTH = 64;

interface RowProps {
  label: TextKey;
  /** Id of the label, shown as a heading. */
  headingId?: string;
  isWide?: boolean;
  end?: ReactNode;
  children: (wiring: { id: string; labelId: string }) => ReactNode;
}

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

/** The browser's radio lies invisibly over the tile. */
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
  /** Id of the section: several have a position. */
  ofId?: string;
  value: V;
  options: readonly V[];
  onChange: (value: V) => void;
}

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

type DisplaySwitchProps = { ofId: string; checked: boolean; onChange: (checked: boolean) => void };

/** `ofId`: id of the part, as several are called "Display". */
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

import type { LayoutStyle } from '@campanero/contract/settings/schemas';
import { styled } from '@mui/material';
import type { ReactNode } from 'react';
import { RadioTile, LabelText } from './fields.tsx';

const Tile = styled(RadioTile)(({ theme }) => ({
  padding: 8,
  borderRadius: theme.radius.control,
  border: `${theme.palette.line.width}px solid ${theme.palette.line.soft}`,
  fontSize: '0.78125rem',
  lineHeight: '1rem',
  color: theme.palette.text.secondary,
  '&:hover': { borderColor: theme.palette.line.strong },
  '&:has(:checked)': {
    borderColor: theme.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.palette.primary.main}`,
    color: theme.palette.text.primary,
    fontWeight: 600,
  },
  '& > svg': { display: 'block', width: '100%', height: 'auto', marginBottom: 6 },
}));

const Drawing = styled('svg')(({ theme }) => ({
  '& [data-page]': { fill: theme.palette.surface.subtle },
  '& [data-card]': { fill: theme.palette.background.paper, stroke: theme.palette.line.soft },
  // Ink by day; by night it would shine.
  '& [data-bar]': { fill: theme.palette.mode === 'dark' ? theme.palette.line.strong : theme.palette.text.primary },
  '& [data-tool]': { fill: theme.palette.mode === 'dark' ? theme.palette.text.primary : theme.palette.line.strong },
  '& [data-logo]': { fill: theme.palette.secondary.main },
  // The column stands where text begins.
  '&:dir(rtl)': { transform: 'scaleX(-1)' },
}));

/** Where navbar, toolbar and footer stand. */
const DRAWINGS: Record<LayoutStyle, ReactNode> = {
  layout1: (
    <>
      <rect data-card x="28" y="12" width="50" height="28" rx="2" />
      <rect data-bar width="20" height="52" />
      <rect data-logo x="4" y="4" width="8" height="4" rx="1" />
      <rect data-bar y="47" width="84" height="5" />
    </>
  ),
  layout2: (
    <>
      <rect data-card x="10" y="20" width="64" height="20" rx="2" />
      <rect data-bar width="84" height="10" />
      <rect data-logo x="4" y="3" width="8" height="4" rx="1" />
      <rect data-tool x="36" y="3" width="44" height="4" rx="1" />
      <rect data-bar y="47" width="84" height="5" />
    </>
  ),
  layout3: (
    <>
      <rect data-card x="10" y="24" width="64" height="16" rx="2" />
      <rect data-logo x="4" y="3" width="8" height="4" rx="1" />
      <rect data-tool x="28" y="3" width="28" height="4" rx="1" />
      <rect data-bar y="10" width="84" height="8" />
      <rect data-bar y="47" width="84" height="5" />
    </>
  ),
};

interface LayoutTileProps {
  layout: LayoutStyle;
  /** Of all three together. */
  name: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** A layout, drawn small. */
export function LayoutTile({ layout, name, isChosen, onChoose }: LayoutTileProps) {
  return (
    <Tile>
      <input type="radio" name={name} value={layout} checked={isChosen} onChange={onChoose} />
      <Drawing viewBox="0 0 84 52" aria-hidden focusable="false">
        <rect data-page width="84" height="52" rx="3" />
        {DRAWINGS[layout]}
      </Drawing>
      <LabelText of={`panels.${layout}`} />
    </Tile>
  );
}

import type { LayoutStyle } from '@campanero/contract/settings/schemas';
import { styled } from '@mui/material';
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
  '& [data-bar]': { fill: theme.palette.mode === 'dark' ? theme.palette.line.strong : theme.palette.text.primary },
  '& [data-tool]': { fill: theme.palette.mode === 'dark' ? theme.palette.text.primary : theme.palette.line.strong },
  '& [data-logo]': { fill: theme.palette.secondary.main },
  '&:dir(rtl)': { transform: 'scaleX(-1)' },
}));

type Part = 'card' | 'bar' | 'logo' | 'tool';
/** x, y, width, height of the parts. */
const DRAWINGS: Record<LayoutStyle, readonly (readonly [Part, number, number, number, number])[]> = {
  layout1: [
    ['card', 28, 12, 50, 28],
    ['bar', 0, 0, 20, 52],
    ['logo', 4, 4, 8, 4],
    ['bar', 0, 47, 84, 5],
  ],
  layout2: [
    ['card', 10, 20, 64, 20],
    ['bar', 0, 0, 84, 10],
    ['logo', 4, 3, 8, 4],
    ['tool', 36, 3, 44, 4],
    ['bar', 0, 47, 84, 5],
  ],
  layout3: [
    ['card', 10, 24, 64, 16],
    ['logo', 4, 3, 8, 4],
    ['tool', 28, 3, 28, 4],
    ['bar', 0, 10, 84, 8],
    ['bar', 0, 47, 84, 5],
  ],
};
const ROUNDING = { card: 2, bar: 0, logo: 1, tool: 1 };

interface LayoutTileProps {
  layout: LayoutStyle;
  name: string;
  isChosen: boolean;
  onChoose: () => void;
}

export function LayoutTile({ layout, name, isChosen, onChoose }: LayoutTileProps) {
  return (
    <Tile>
      <input type="radio" name={name} value={layout} checked={isChosen} onChange={onChoose} />
      <Drawing viewBox="0 0 84 52" aria-hidden focusable="false">
        <rect data-page width="84" height="52" rx="3" />
        {DRAWINGS[layout].map(([part, x, y, width, height]) => (
          <rect key={`${part} ${y}`} {...{ [`data-${part}`]: '', x, y, width, height, rx: ROUNDING[part] }} />
        ))}
      </Drawing>
      <LabelText of={`panels.${layout}`} />
    </Tile>
  );
}

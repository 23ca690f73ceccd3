import { DEFAULT_STATE_COLOR } from '@campanero/contract/configuration/schemas';
import { styled } from '@mui/material';
import { mix } from '../theme/color.ts';
import { ELLIPSIS } from '../theme/mixins.ts';
import { ChipFrame } from './soft-chip.tsx';

const HEX = /^#[0-9a-f]{6}$/i;
/** Incomplete input is shown as the default colour. */
export const usableColor = (color: string) => (HEX.test(color) ? color : DEFAULT_STATE_COLOR);

const GROUND_SHARE = 0.15;
const LINE_SHARE = 0.3;
export const chipGround = (color: string, paper: string) => mix(usableColor(color), paper, GROUND_SHARE);

/** The inner line keeps pale colours visible. */
export const ColorSquare = styled('span', { shouldForwardProp: (name) => name !== 'color' })<{ color: string }>(
  ({ color }) => ({
    flex: 'none',
    width: 9,
    height: 9,
    borderRadius: 3,
    background: usableColor(color),
    boxShadow: 'inset 0 0 0 1px rgb(0 0 0 / 22%)',
  }),
);

const Chip = styled(ChipFrame, { shouldForwardProp: (name) => name !== 'color' })<{ color: string }>(
  ({ theme, color }) => ({
    gap: 6,
    maxWidth: '100%',
    height: '1.5rem',
    paddingInline: '7px 8px',
    background: chipGround(color, theme.palette.background.paper),
    boxShadow: `inset 0 0 0 1px ${mix(usableColor(color), theme.palette.divider, LINE_SHARE)}`,
    color: theme.palette.text.primary,
    fontSize: '0.78125rem',
    fontWeight: 550,
    verticalAlign: 'middle',
    '& > span:last-of-type': { minWidth: 0, ...ELLIPSIS },
  }),
);

/** A call state in its configured colour; the text keeps our colour, so that it stays readable. */
export function StateChip({ name, color }: { name: string; color: string }) {
  return (
    <Chip color={color}>
      <ColorSquare color={color} aria-hidden />
      <span data-cut="">{name}</span>
    </Chip>
  );
}

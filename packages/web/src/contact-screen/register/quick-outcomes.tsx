import { Button, ButtonBase, Paper, styled, Typography } from '@mui/material';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ColorSquare, usableColor } from '../../components/state-chip.tsx';
import { mix } from '../../theme/color.ts';
import type { ContactWork } from '../use-contact-work.ts';
import { type OutcomeState, QUICK_MAX, quickOutcomes } from './outcome-states.ts';
import { flexRow } from '../../theme/mixins.ts';

const GAP = 6;
/** Up to this many are shown even if the longest name has to be cut. */
const USUAL = 3;
const Line = styled(Paper)({
  position: 'relative',
  ...flexRow(12),
  minHeight: '3.625rem',
  paddingInline: '16px 12px',
  '& > div': { display: 'flex', gap: GAP },
  // If they are a little too wide, only the longest is cut.
  '& > [data-choices]': {
    flex: 1,
    minWidth: 0,
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, max-content)',
    justifyContent: 'start',
  },
  // A hidden copy of all buttons, to measure their widths.
  '& > [data-measured]': { position: 'absolute', visibility: 'hidden', insetInlineStart: 0 },
}) as typeof Paper;

const Quick = styled(ButtonBase, { shouldForwardProp: (name) => name !== 'color' })<{ color: string }>(
  ({ theme, color }) => ({
    flex: 'none',
    height: '2.25rem',
    gap: 7,
    padding: '0 10px',
    borderRadius: theme.radius.control,
    background: mix(usableColor(color), theme.palette.background.paper, 0.11),
    border: `1px solid ${mix(usableColor(color), theme.palette.background.paper, 0.45)}`,
    color: theme.palette.text.primary,
    fontSize: '0.8125rem',
    fontWeight: 550,
    whiteSpace: 'nowrap',
    '&[aria-disabled="true"]': { opacity: 0.6, cursor: 'default' },
    '& > [data-name]::before': { content: 'attr(data-name)' },
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '& > :first-of-type': { flex: 'none' },
  }),
);

export function QuickOutcomes({ work: { states: all, usedStates, reason, open } }: { work: ContactWork }) {
  const line = useRef<HTMLDivElement>(null);
  const statesFor = (max: number) => quickOutcomes(all, usedStates, max);
  const states = statesFor(useRoomFor(line, statesFor));
  const isDisabled = reason !== undefined;
  return (
    <Line component="section" aria-label="Resultado" ref={line}>
      <Typography variant="body2" sx={{ flex: 'none', fontWeight: 600 }}>
        Resultado
      </Typography>
      <div data-choices>
        {states.map((state) => (
          <Quick
            key={state.id}
            color={state.color}
            aria-disabled={isDisabled}
            title={reason ?? state.name}
            onClick={() => !isDisabled && open(state)}
          >
            <ColorSquare color={state.color} aria-hidden />
            <span>{state.name}</span>
          </Quick>
        ))}
      </div>
      <Button
        variant="text"
        size="small"
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && open()}
        sx={{ flex: 'none' }}
      >
        Más…
      </Button>
      <div data-measured aria-hidden inert>
        {statesFor(QUICK_MAX).map((state) => (
          <Quick key={state.id} color={state.color} data-state={state.id}>
            <ColorSquare color={state.color} />
            <span data-name={state.name} />
          </Quick>
        ))}
      </div>
    </Line>
  );
}

/** How many fit into one line; measured again when the window, the font or the states change. */
function useRoomFor(line: RefObject<HTMLElement | null>, statesFor: (max: number) => readonly OutcomeState[]): number {
  const [max, setMax] = useState(QUICK_MAX);
  const offered = useEffectEvent(statesFor);
  useEffect(() => {
    const choices = line.current?.querySelector<HTMLElement>('[data-choices]');
    const measured = line.current?.querySelector<HTMLElement>('[data-measured]');
    if (!choices || !measured || typeof ResizeObserver === 'undefined') return undefined;
    const widthOf = ({ id }: OutcomeState) =>
      measured.querySelector(`[data-state="${id}"]`)?.getBoundingClientRect().width ?? 0;
    const doFit = (count: number) => {
      const widths = offered(count).map(widthOf);
      const givesWay = count <= USUAL ? Math.max(...widths) / 3 : 0;
      return widths.reduce((sum, width) => sum + width + GAP, -givesWay - GAP) <= choices.clientWidth;
    };
    const measure = () => {
      let count = QUICK_MAX;
      while (count > 1 && !doFit(count)) count -= 1;
      setMax(count);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(choices);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [line]);
  return max;
}

import { styled } from '@mui/material';
import { type ComponentProps, type FocusEvent, type PointerEvent, useState } from 'react';
import { GridFrame } from './styles.ts';
import { TooltipBubble, useTooltipAnchor } from '../tooltip.tsx';
import { ELLIPSIS } from '../../theme/mixins.ts';

const Line = styled('span')({ display: 'block', minWidth: 0, ...ELLIPSIS });

export const CutText = (props: ComponentProps<typeof Line>) => <Line data-cut="" {...props} />;

const TEXTS = 'td:not([data-menu], [data-action], [data-arrow]), [data-cut]';
/** Less than a line is not text. */
const LINE_PX = 8;
const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight + LINE_PX;

function cutAround(element: Element): Element | undefined {
  for (let text = element.closest(TEXTS); text; text = text.parentElement?.closest(TEXTS) ?? null)
    if (isCut(text)) return text;
  return undefined;
}

function cutIn(row: Element): Element[] {
  const cut = [...row.querySelectorAll(TEXTS)].filter(isCut);
  return cut.filter((text) => !cut.some((other) => other !== text && other.contains(text)));
}

const wholeText = ({ children, textContent }: Element) =>
  children.length > 1 ? Array.from(children, (part) => part.textContent).join(' · ') : textContent;

/** Tooltip for cut texts: under the pointer, or of the whole row that has the focus. One for all cells, without tab stops. */
function useCutTexts() {
  const { anchor, show, leave, hold } = useTooltipAnchor();
  const [text, setText] = useState('');
  const tell = (cut: readonly Element[], event: PointerEvent | FocusEvent) => {
    const [first] = cut;
    if (!(first instanceof HTMLElement)) return;
    setText(cut.map(wholeText).join(' · '));
    show(first, event);
  };
  return {
    handlers: {
      onPointerOver: (event: PointerEvent) => {
        if (event.pointerType === 'touch' || !(event.target instanceof Element)) return;
        const cut = cutAround(event.target);
        if (cut) tell([cut], event);
        else leave(event);
      },
      onPointerLeave: leave,
      onFocus: (event: FocusEvent) => {
        if (!event.target.matches(':focus-visible')) return;
        const row = event.target.closest('tbody tr');
        if (row) tell(cutIn(row), event);
      },
      onBlur: leave,
    },
    tooltip: anchor && (
      <TooltipBubble anchor={anchor} onPointerEnter={hold} onPointerLeave={leave}>
        {text}
      </TooltipBubble>
    ),
  };
}

/** Base of all tables: one-line cells with a tooltip when cut. */
export function Grid(props: ComponentProps<typeof GridFrame>) {
  const { handlers, tooltip } = useCutTexts();
  return (
    <>
      <GridFrame {...handlers} {...props} />
      {tooltip}
    </>
  );
}

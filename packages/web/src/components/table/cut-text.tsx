import { styled } from '@mui/material';
import { type ComponentProps, type FocusEvent, type PointerEvent, useState } from 'react';
import { TooltipBubble, useTooltipAnchor } from '../tooltip.tsx';

const Line = styled('span')({
  display: 'block',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

/** A text with something beside or under it in its cell: one line, cut where its room ends. */
export const CutText = (props: ComponentProps<typeof Line>) => <Line data-cut="" {...props} />;

/** Cells of plain text, and the texts of those that hold more. */
const TEXTS = 'td:not([data-menu], [data-action], [data-arrow]), [data-cut]';
/** Less than a line is no text. */
const LINE_PX = 8;
const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight + LINE_PX;

/** The nearest text around it that is cut. */
function cutAround(element: Element): Element | undefined {
  for (let text = element.closest(TEXTS); text; text = text.parentElement?.closest(TEXTS) ?? null)
    if (isCut(text)) return text;
  return undefined;
}

function cutIn(row: Element): Element[] {
  const cut = [...row.querySelectorAll(TEXTS)].filter(isCut);
  return cut.filter((text) => !cut.some((other) => other !== text && other.contains(text)));
}

/** A cell of several texts tells them one after the other. */
const wholeText = ({ children, textContent }: Element) =>
  children.length > 1 ? Array.from(children, (part) => part.textContent).join(' · ') : textContent;

/**
 * Whatever is cut in a table shows whole: under the pointer, and, of a whole row, while something in that row has the keyboard's
 * focus. One tooltip for all cells: a table has hundreds, and none of them becomes a stop of the keyboard for it.
 */
export function useCutTexts() {
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

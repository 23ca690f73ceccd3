import { styled } from '@mui/material';
import {
  type AriaAttributes,
  cloneElement,
  type DOMAttributes,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { MOTION } from '../theme/tokens.ts';

const DELAY_MS = 400;
/** Moving along a row of buttons shows the next tooltip sooner. */
const NEXT_DELAY_MS = MOTION.fast;
const NEXT_WITHIN_MS = 800;
/** Long enough to move the pointer onto the bubble, which then stays (WCAG 1.4.13). */
const LEAVE_MS = 100;
const LONG_PRESS_MS = 700;
const AFTER_TOUCH_MS = 1500;

type Placement = 'below' | 'beside';
type Anchor = ReactElement<DOMAttributes<HTMLElement> & AriaAttributes & { title?: string }>;

interface TooltipProps {
  /** Empty: no tooltip. */
  title: string;
  /** The text describes the control, instead of repeating its name. */
  describeChild?: boolean;
  placement?: Placement;
  children: Anchor;
}

let lastLeft = -Infinity;

type Left = Pick<PointerEvent | FocusEvent, 'timeStamp'>;

/** Delays of a tooltip; Escape closes it. */
export function useTooltipAnchor() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [next, setNext] = useState<{ anchor: HTMLElement | null; afterMs: number }>();
  const later = (afterMs: number, at: HTMLElement | null) => setNext({ anchor: at, afterMs });
  useEffect(() => {
    if (!next) return undefined;
    const timer = setTimeout(() => setAnchor(next.anchor), next.afterMs);
    return () => clearTimeout(timer);
  }, [next]);
  useEffect(() => {
    if (!anchor) return undefined;
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && setAnchor(null);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [anchor]);
  return {
    anchor,
    later,
    show: (at: HTMLElement, event: Left) =>
      later(event.timeStamp - lastLeft < NEXT_WITHIN_MS ? NEXT_DELAY_MS : DELAY_MS, at),
    leave: (event: Left) => {
      if (anchor) lastLeft = event.timeStamp;
      later(LEAVE_MS, null);
    },
    hold: () => setNext(undefined),
  };
}

/** Shown on hover, keyboard focus and long press. MUI's would add a positioning library of 10 kB gzip to the first page. */
export function Tooltip({ title, describeChild = false, placement = 'below', children }: TooltipProps) {
  const { anchor, later, show, leave, hold } = useTooltipAnchor();
  const id = useId();
  const own = children.props;
  const isOpen = anchor !== null && title !== '';
  const isTouch = (event: PointerEvent) => event.pointerType === 'touch';
  const also =
    <E,>(first: ((event: E) => void) | undefined, then: (event: E) => void) =>
    (event: E) => {
      first?.(event);
      then(event);
    };
  const endTouch = (event: PointerEvent) => isTouch(event) && later(AFTER_TOUCH_MS, null);
  const trigger: Partial<Anchor['props']> = {
    ...(describeChild && {
      title: isOpen ? undefined : title || undefined,
      'aria-describedby': own['aria-describedby'] ?? (isOpen ? id : undefined),
    }),
    onPointerEnter: also(own.onPointerEnter, (event) => {
      if (isTouch(event)) return;
      // The browser would show the title as well.
      if (describeChild) event.currentTarget.removeAttribute('title');
      show(event.currentTarget, event);
    }),
    onPointerLeave: also(own.onPointerLeave, (event) => !isTouch(event) && leave(event)),
    onPointerDown: also(own.onPointerDown, (event) => isTouch(event) && later(LONG_PRESS_MS, event.currentTarget)),
    onPointerUp: also(own.onPointerUp, endTouch),
    onPointerCancel: also(own.onPointerCancel, endTouch),
    onFocus: also(own.onFocus, (event) => event.target.matches(':focus-visible') && show(event.currentTarget, event)),
    onBlur: also(own.onBlur, leave),
  };
  return (
    <>
      {cloneElement(children, trigger)}
      {isOpen && (
        <TooltipBubble id={id} anchor={anchor} placement={placement} onPointerEnter={hold} onPointerLeave={leave}>
          {title}
        </TooltipBubble>
      )}
    </>
  );
}

const Bubble = styled('div')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.tooltip,
  maxWidth: 300,
  padding: '6px 10px',
  fontFamily: theme.typography.fontFamily,
  fontSize: '0.78125rem',
  lineHeight: '1rem',
  fontWeight: 450,
  overflowWrap: 'break-word',
  borderRadius: theme.radius.chip,
  backgroundColor: theme.palette.overlay.tooltip,
  color: theme.palette.overlay.onTooltip,
  animation: `appear ${MOTION.base}ms ${MOTION.easing}`,
  '@keyframes appear': { from: { opacity: 0, transform: 'scale(.95)' } },
  '@media (forced-colors: active)': { border: '1px solid' },
}));

interface TooltipBubbleProps extends Pick<DOMAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave'> {
  id?: string;
  anchor: HTMLElement;
  placement?: Placement;
  children: ReactNode;
}

export function TooltipBubble({ anchor, placement = 'below', children, ...rest }: TooltipBubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => bubble.current && standAt(anchor, bubble.current, placement);
    place();
    window.addEventListener('resize', place);
    document.addEventListener('scroll', place, true);
    return () => {
      window.removeEventListener('resize', place);
      document.removeEventListener('scroll', place, true);
    };
  });
  return createPortal(
    <Bubble ref={bubble} role="tooltip" {...rest}>
      {children}
    </Bubble>,
    document.body,
  );
}

const GAP = 8;

/** On the other side where there is no room; always within the window. */
function standAt(anchor: HTMLElement, bubble: HTMLElement, placement: Placement): void {
  const { top, bottom, left, right } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const { clientWidth, clientHeight } = document.documentElement;
  const within = (value: number, size: number, room: number) => Math.max(GAP, Math.min(value, room - size - GAP));
  const onOneSide = (start: number, end: number, size: number, room: number) =>
    end + GAP + size <= room ? end + GAP : start - GAP - size;
  const x = placement === 'beside' ? onOneSide(left, right, width, clientWidth) : (left + right - width) / 2;
  const y = placement === 'beside' ? (top + bottom - height) / 2 : onOneSide(top, bottom, height, clientHeight);
  bubble.style.left = `${within(x, width, clientWidth)}px`;
  bubble.style.top = `${within(y, height, clientHeight)}px`;
}

import { useLayoutEffect, useSyncExternalStore } from 'react';
import { createStore } from '../external-store.ts';
import { useFontSize } from './font-size.ts';

/** Navbar and margins of the default layout. */
const USUAL_FRAME = 360;
const guess = () => window.innerWidth - USUAL_FRAME;
const room = createStore(guess());

/** Measures the element around a page's content, in pixels at the default font size. */
export function useMeasuredSpace(content: { current: HTMLElement | null }): void {
  const percent = useFontSize();
  useLayoutEffect(() => {
    const element = content.current!;
    // In tests nothing has a width.
    const measure = () => room.set(((element.offsetWidth || guess()) * 100) / percent);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [content, percent]);
}

/** Whether the content has that many pixels; unlike a media query this respects navbar, boxed layout and font size. */
export const useHasSpace = (pixels: number): boolean =>
  useSyncExternalStore(room.subscribe, () => room.get() >= pixels);

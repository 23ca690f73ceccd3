import { useLayoutEffect, useSyncExternalStore } from 'react';
import { createStore } from '../external-store.ts';
import { useFontSize } from './font-size.ts';

/** What navbar and margins of the usual shell take from the window. */
const USUAL_FRAME = 360;
const guess = () => window.innerWidth - USUAL_FRAME;
const room = createStore(guess());

/** Measures the element that a page's content fills. Letters of another size leave it more or less room. */
export function useMeasuredRoom(content: { current: HTMLElement | null }): void {
  const percent = useFontSize();
  useLayoutEffect(() => {
    const element = content.current!;
    // Where nothing is laid out, as in tests, it is guessed.
    const measure = () => room.set(((element.offsetWidth || guess()) * 100) / percent);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [content, percent]);
}

/**
 * Whether a page's content has that many pixels at the usual size of letters. It is the room that counts and not the window: a
 * navbar, a box around everything and large letters all take from it.
 */
export const useHasRoom = (pixels: number): boolean => useSyncExternalStore(room.subscribe, () => room.get() >= pixels);

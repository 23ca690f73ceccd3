import { FONT_SIZE } from '@campanero/contract/limits';
import { createStore, useStore } from '../external-store.ts';

/** The font size in percent of the browser's, kept per browser. All sizes are in rem. */
const KEY = 'fontSize';
const size = createStore<number>(FONT_SIZE.default);

function apply(percent: number): void {
  document.documentElement.style.fontSize = percent === FONT_SIZE.default ? '' : `${percent}%`;
  size.set(percent);
}

const isOffered = (percent: number) =>
  percent >= FONT_SIZE.min && percent <= FONT_SIZE.max && percent % FONT_SIZE.step === 0;

function readKept(): number {
  try {
    const kept = Number(localStorage.getItem(KEY) ?? FONT_SIZE.default);
    return isOffered(kept) ? kept : FONT_SIZE.default;
  } catch {
    return FONT_SIZE.default;
  }
}

/** Called once before the first render. Follows other tabs. */
export function openFontSize(): () => void {
  apply(readKept());
  const follow = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) apply(readKept());
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

export function changeFontSize(percent: number): void {
  if (!isOffered(percent)) return;
  apply(percent);
  try {
    localStorage.setItem(KEY, String(percent));
  } catch {
    // Storage may be full or forbidden.
  }
}

export const useFontSize = (): number => useStore(size);

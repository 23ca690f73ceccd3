import { FONT_SIZE } from '@campanero/contract/limits';
import { createStore, useStore } from '../external-store.ts';
import { keepLocal, onOtherTab, readLocal } from './storage.ts';

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
  const kept = Number(readLocal(KEY) ?? FONT_SIZE.default);
  return isOffered(kept) ? kept : FONT_SIZE.default;
}

/** Called once before the first render. Follows other tabs. */
export function openFontSize(): () => void {
  apply(readKept());
  return onOtherTab((key) => {
    if (key === KEY || key === null) apply(readKept());
  });
}

export function changeFontSize(percent: number): void {
  if (!isOffered(percent)) return;
  apply(percent);
  keepLocal(KEY, String(percent));
}

export const useFontSize = (): number => useStore(size);

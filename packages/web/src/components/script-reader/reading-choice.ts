import { z } from 'zod';
import { createStore, useStore } from '../../lib/external-store.ts';

/** How somebody likes to read scripts; kept per browser, for all campaigns. */
const readingChoice = z.object({
  view: z.enum(['text', 'page']),
  /** 1 is the design's size of letters. */
  letters: z.number().min(0.5).max(3),
  /** Of the picture: 1 fills the width. */
  zoom: z.number().min(0.25).max(4),
});
type ReadingChoice = z.infer<typeof readingChoice>;

const KEY = 'scriptReading';
const USUAL: ReadingChoice = { view: 'text', letters: 1, zoom: 1 };

function read(): ReadingChoice {
  try {
    return readingChoice.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data ?? USUAL;
  } catch {
    return USUAL;
  }
}

const store = createStore(read());
export const useReadingChoice = () => useStore(store);
export function chooseReading(parts: Partial<ReadingChoice>): void {
  store.set({ ...store.get(), ...parts });
  localStorage.setItem(KEY, JSON.stringify(store.get()));
}

const LETTERS = [0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.8, 2];
const ZOOMS = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2, 2.5, 3];

/** The next smaller and the next larger step; undefined at the ends. */
export function stepsAround(view: ReadingChoice['view'], { letters, zoom }: ReadingChoice) {
  const [steps, at] = view === 'text' ? [LETTERS, letters] : [ZOOMS, zoom];
  return { smaller: steps.findLast((step) => step < at), larger: steps.find((step) => step > at) };
}

/** So long after the last key somebody still counts as typing. */
const PAUSE_MS = 1000;
/** Nobody types longer than this without a pause, and what waits must not wait for ever. */
const LONGEST_WAIT_MS = 30_000;

let lastKeyAt = -Infinity;

function isText(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return event.key.length === 1 || event.key === 'Backspace';
}
const noteKey = (event: Event) => {
  if (isText(event)) lastKeyAt = performance.now();
};
// Input methods and pasting change a field without such a key.
for (const kind of ['keydown', 'input']) document.addEventListener(kind, noteKey, true);

/**
 * Runs at once, or at the first pause in typing: for code that takes the focus or the page away of its own
 * accord, so that no letter is lost or lands in another field. The returned function calls it off.
 */
export function afterTyping(run: () => void): () => void {
  const latest = performance.now() + LONGEST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const left = Math.min(lastKeyAt + PAUSE_MS, latest) - performance.now();
    if (left <= 0) run();
    else timer = setTimeout(look, left);
  };
  look();
  return () => clearTimeout(timer);
}

/** For tests: nobody has typed yet. */
export const forgetTyping = () => void (lastKeyAt = -Infinity);

/** After this time without a key the user is not typing. */
const PAUSE_MS = 1500;
/** A timer that comes later than this had to wait for a busy page, and so had keys. */
const LATE_MS = 100;
/** Runs after this time in any case. */
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
// Input methods and pasting change a field without a key event.
for (const kind of ['keydown', 'input']) document.addEventListener(kind, noteKey, true);

/** Runs at the first pause in typing, so that moving the focus or page loses no letters. Returns how to cancel it. */
export function afterTyping(run: () => void): () => void {
  const latest = performance.now() + LONGEST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const now = performance.now();
    const left = Math.min(lastKeyAt + PAUSE_MS, latest) - now;
    if (left <= 0) return run();
    timer = setTimeout(() => {
      if (performance.now() - now - left > LATE_MS) timer = setTimeout(look, LATE_MS);
      else look();
    }, left);
  };
  look();
  return () => clearTimeout(timer);
}

/** For tests. */
export const forgetTyping = () => void (lastKeyAt = -Infinity);

let lastInputAt = performance.now();
const noteInput = () => void (lastInputAt = performance.now());
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  window.addEventListener(kind, noteInput, { capture: true, passive: true });

/** Whole seconds since the last input. */
export const idleSeconds = (): number => Math.floor((performance.now() - lastInputAt) / 1000);

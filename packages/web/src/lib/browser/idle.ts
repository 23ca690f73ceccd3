let lastInputAt = performance.now();
const noteInput = () => void (lastInputAt = performance.now());
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  window.addEventListener(kind, noteInput, { capture: true, passive: true });

/** Whole seconds since the person last touched mouse, keyboard or screen. */
export const idleSeconds = (): number => Math.floor((performance.now() - lastInputAt) / 1000);

let isPressed = false;

document.addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => (isPressed = false), true);

/**
 * Runs at once, or, while a pointer is pressed, after its click has landed. A field that loses the focus to a press
 * may show an error under it; shown at once, it would move the pressed link away before the pointer is up.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) return run();
  const later = () => setTimeout(run);
  document.addEventListener('pointerup', later, { once: true });
}

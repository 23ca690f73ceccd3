const NEARLY_FULL = 0.9;

/** How full a form is; without a number of places it never fills up. From 90 % on it warns (design 6, Meters). */
export function capacityShare(slots: number | null, enrolled: number) {
  const share = slots === null ? 0 : slots === 0 ? 1 : Math.min(1, enrolled / slots);
  const isFull = slots !== null && enrolled >= slots;
  return { share, isFull, color: isFull ? 'error' : share >= NEARLY_FULL ? 'warning' : 'primary' } as const;
}

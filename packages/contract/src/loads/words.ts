import { formatCounted } from '../shared/numbers.ts';

/** «1.920 cargadas · 40 rechazadas»; without the second part if there are none. */
export const loadedInWords = ({ loaded, rejected }: { loaded: number; rejected: number }): string =>
  [formatCounted(loaded, 'cargada', 'cargadas'), rejected > 0 && formatCounted(rejected, 'rechazada', 'rechazadas')]
    .filter(Boolean)
    .join(' · ');

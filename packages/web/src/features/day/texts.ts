import type { OwnDay } from './api/own-day.ts';

const figure = (amount: number, one: string, many: string) => ({ amount, word: amount === 1 ? one : many });

/** The day's figures with their words: "64 llamados", "1 contactado". */
export const figuresOf = ({ callsMade, contacted, effective, pending }: OwnDay) => ({
  made: figure(callsMade, 'llamado', 'llamados'),
  contacted: figure(contacted, 'contactado', 'contactados'),
  effective: figure(effective, 'efectivo', 'efectivos'),
  pending: figure(pending, 'pendiente', 'pendientes'),
});

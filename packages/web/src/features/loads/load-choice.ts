import { loadOptions } from '@campanero/contract/loads/schemas';

/** Whom not to load, and what becomes of unknown places, as somebody fills it in (decisions 2, Loading). */
export interface LoadChoice {
  excludesCalled: boolean;
  /** As typed. */
  days: string;
  excludesActive: boolean;
  /** Rows are loaded without a place that matches nothing; false: rejected. */
  dropsPlaces: boolean;
}
export const EVERYBODY: LoadChoice = { excludesCalled: false, days: '30', excludesActive: false, dropsPlaces: false };

export interface LoadQuery {
  excludeCalledDays?: number;
  excludeActive?: '1';
  places?: 'drop';
}

/** What goes out with the request. */
export const loadQueryOf = ({ excludesCalled, days, excludesActive, dropsPlaces }: LoadChoice): LoadQuery => ({
  ...(excludesCalled && { excludeCalledDays: Number(days) }),
  ...(excludesActive && { excludeActive: '1' as const }),
  ...(dropsPlaces && { places: 'drop' as const }),
});

/** The contract's sentence about the days; nothing while they are not asked for. */
export function daysFault({ excludesCalled, days }: LoadChoice): string | undefined {
  if (!excludesCalled) return undefined;
  // An empty text would count as zero days, a number like any other.
  const asked = /^\d+$/.test(days.trim()) ? days.trim() : 'nada';
  return loadOptions.shape.excludeCalledDays.safeParse(asked).error?.issues[0]?.message;
}

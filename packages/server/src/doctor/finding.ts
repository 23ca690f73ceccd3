import { withTimeout } from '../work/with-timeout.ts';

export type Finding = { state: 'well' | 'note' | 'bad'; about: string; says: string; advice?: string };

export type Findings = Finding | Finding[];

export const well = (about: string, says: string): Finding => ({ state: 'well', about, says });
export const note = (about: string, says: string, advice: string): Finding => ({ state: 'note', about, says, advice });
export const bad = (about: string, says: string, advice: string): Finding => ({ state: 'bad', about, says, advice });

/** An unexpected failure or timeout becomes a finding, so that other checks still run. */
export async function runCheck(about: string, check: () => Promise<Findings>, ms: number): Promise<Finding[]> {
  try {
    return [await withTimeout(ms, check())].flat();
  } catch (error) {
    return [bad(about, errorReason(error), 'Revise el ajuste que lo nombra y que el otro sistema esté en marcha.')];
  }
}

/** The root cause; with several addresses the first. */
export function errorReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorReason(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? errorReason(error.cause) : error.message;
}

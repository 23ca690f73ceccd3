import { withTimeout } from '../work/with-timeout.ts';

/** One thing that was looked at: how it is and, where it is not well, what to do about it. */
export interface Finding {
  /** `note`: it works, but an administrator should know. */
  state: 'well' | 'note' | 'bad';
  about: string;
  says: string;
  advice?: string;
}

export const well = (about: string, says: string): Finding => ({ state: 'well', about, says });
export const note = (about: string, says: string, advice: string): Finding => ({ state: 'note', about, says, advice });
export const bad = (about: string, says: string, advice: string): Finding => ({ state: 'bad', about, says, advice });

/** A part that fails in an unforeseen way, or never ends, is a finding too: the other parts are still looked at. */
export async function runCheck(about: string, look: () => Promise<Finding[]>, ms: number): Promise<Finding[]> {
  try {
    return await withTimeout(ms, look());
  } catch (error) {
    return [bad(about, errorReason(error), 'Revise el ajuste que lo nombra y que el otro sistema esté en marcha.')];
  }
}

/** Of a connection that was tried at several addresses, the first reason. */
export function errorReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorReason(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? errorReason(error.cause) : error.message;
}

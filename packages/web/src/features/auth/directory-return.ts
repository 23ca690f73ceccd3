import { z } from 'zod';

/** The page to return to, while the browser is at the directory; of this tab. */
const KEY = 'pageBeforeDirectory';

/** Only addresses of this app (no //host, no scheme). */
export const returnState = z.object({ from: z.string().regex(/^\/(?![/\\])/) });

export function rememberPage(state: unknown): void {
  const from = returnState.safeParse(state).data?.from;
  if (from) sessionStorage.setItem(KEY, from);
  else sessionStorage.removeItem(KEY);
}

export function takeRememberedPage(): string | undefined {
  const from = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return returnState.safeParse({ from }).data?.from;
}

/** What the visit was for: the first part of the state that the directory sends back. */
export type VisitPurpose = 'sign-in' | 'probe' | 'confirm';
const purpose = z.enum(['sign-in', 'probe', 'confirm']);

export const purposeOf = (answer: string): VisitPurpose | undefined =>
  purpose.safeParse(new URLSearchParams(answer).get('state')?.split('.')[0]).data;

import type { APIRequestContext } from '@playwright/test';
import { DEMO, expect, mailTo, ownEmail, tokenOf } from './product.ts';

export const OWN_PASSWORD = 'nueve barcos verdes';

/** Somebody of one journey alone, who has chosen a password: what they set up, nobody else meets. Answers their mail address. */
export async function aPerson(request: APIRequestContext, firstName: string, roles: number[]): Promise<string> {
  const email = ownEmail(firstName);
  const created = await request.post('/api/user', {
    headers: { authorization: `Bearer ${await tokenOf(request, DEMO.admin)}` },
    data: { firstName, lastName: 'Propia', email, roles },
  });
  expect(created.status()).toBe(201);
  const [, id, token] = /\/reset\/(\d+)\?token=([\w-]+)/.exec(await mailTo(email, /\/reset\/\d+\?token=/))!;
  const chosen = await request.post(`/api/password/${id}`, {
    params: { token: token! },
    data: { password: OWN_PASSWORD, passwordConfirmation: OWN_PASSWORD },
  });
  expect(chosen.ok()).toBe(true);
  return email;
}

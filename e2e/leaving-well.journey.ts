import { expectAccessible } from './accessible.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, test } from './product.ts';

interface Held {
  id: number;
  name: string;
  status: string;
  pending: number;
  others: { id: number; name: string }[];
}

test('disabling an operator hands over their calls in the same step', async ({ page }) => {
  await enter(page, DEMO.admin, '/users?roles=2&state=enabled');
  const ask = async <T>(path: string): Promise<T> => {
    const token = await page.evaluate(() => localStorage.getItem('userDetails'));
    return (await page.request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  };
  const holding = async (id: number) =>
    (await ask<Held[]>(`/user/${id}/campaign/calls`)).filter(
      ({ status, pending }) => pending > 0 && !status.startsWith('FINALIZ'),
    );
  // Somebody with calls whom no other journey signs in as.
  const { users } = await ask<{ users: { id: number; name: string; email: string }[] }>(
    '/user?pageNumber=0&pageSize=50&roles=2&state=enabled',
  );
  let leaver: { id: number; name: string } | undefined;
  for (const user of users) {
    if (leaver || Object.values<string>(DEMO).includes(user.email)) continue;
    const held = await holding(user.id);
    if (held.length > 0 && held.every(({ others }) => others.length > 1)) leaver = user;
  }
  const before = await holding(leaver!.id);
  const [first] = before;
  const receiver = first!.others[0]!;
  const theirs = (await holding(receiver.id)).find(({ id }) => id === first!.id)?.pending ?? 0;

  await page.goto(`/user/${leaver!.id}`);
  await page.getByRole('switch', { name: `Habilitar o deshabilitar a ${leaver!.name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/por llamar/).first()).toBeVisible();
  if (before.length > 1) {
    await dialog.getByRole('combobox', { name: 'Entregar a' }).click();
    await page.getByRole('option', { name: 'Elegir campaña por campaña' }).click();
  }
  await dialog.getByRole('combobox', { name: `Entregar los de ${first!.name} a` }).click();
  await page.getByRole('option', { name: receiver.name, exact: true }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Deshabilitar' }).click();
  await expect(page.getByText('Usuario deshabilitado correctamente.')).toBeVisible();

  expect(await holding(leaver!.id)).toEqual([]);
  const now = (await holding(receiver.id)).find(({ id }) => id === first!.id)?.pending;
  expect(now).toBe(theirs + first!.pending);
});

import { aCallingDesk, DESK_PASSWORD, panel, waitForContactPage } from './calling-desk.ts';
import { enter, expect, FULL, OFFLINE, test } from './product.ts';
import { SECOND_NODE, startSecondNode } from './second-node.ts';

test.use({ baseURL: SECOND_NODE, expectedFailures: [OFFLINE, 401], fresh: true });

const TYPED = 'Prefiere que la llamen después de las seis';

test(
  'a server killed while somebody types costs neither the words nor the outcome, which counts once',
  FULL,
  async ({ page, request }) => {
    const node = await startSecondNode();
    const desk = await aCallingDesk(request, { name: 'Sin servidor', people: ['Silvia'], prefix: '6309', contacts: 3 });
    const [silvia] = desk.operators;
    const path = await desk.contactPath(silvia!);
    await enter(page, silvia!.email, path, DESK_PASSWORD);
    await waitForContactPage(page);
    await page.keyboard.press('Alt+l');
    await expect(panel(page).getByRole('combobox', { name: 'Estado' })).toBeFocused();
    await page.keyboard.press('4');
    await page.keyboard.press('Alt+o');
    await page.keyboard.type(TYPED.slice(0, 20));
    await node.kill();
    await page.keyboard.type(TYPED.slice(20));
    await expect(panel(page).getByText('Borrador guardado')).toBeVisible();
    await page.keyboard.press('Control+Shift+Enter');
    await expect(page.getByText(/1 llamado en espera de la conexión/)).toBeVisible();

    const again = await startSecondNode();
    try {
      await expect(page.getByText(/en espera de la conexión/)).toHaveCount(0, { timeout: 30_000 });
      const callId = /contact\/(\d+)/.exec(path)![1];
      const history = await desk.ask<{ observations: string | null }[]>(
        'get',
        `/campaign/${desk.campaignId}/call/${callId}`,
      );
      expect(history.map((entry) => entry.observations)).toEqual([TYPED]);
      await expect(page.getByRole('region', { name: 'Historial de llamados' }).getByRole('listitem')).toHaveCount(1);
    } finally {
      await page.close();
      await again.kill();
    }
  },
);

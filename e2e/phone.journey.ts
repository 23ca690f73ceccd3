import { expectAccessible, setColorScheme } from './accessible.ts';
import { aCallingDesk, DESK_PASSWORD, panel } from './calling-desk.ts';
import { enter, expect, expectNoSidewaysScroll, test } from './product.ts';

interface Tap {
  kind: 'ringing' | 'answered' | 'ended';
  at: Date;
  cause?: string;
}

test('the contact page dials, hears what the exchange tells and proposes a state', async ({ page, request }) => {
  const desk = await aCallingDesk(request, { name: 'Con central', people: ['Ofelia'], prefix: '6491', contacts: 3 });
  const [ofelia] = desk.operators;
  // The address of the contact page ends in the number.
  const path = await desk.contactPath(ofelia!);
  const number = path.split('/').at(-1)!;
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const { key } = await desk.ask<{ key: string }>('post', '/service-account', {
    name: `Central ${Date.now()}`,
    scopes: ['phone.events'],
    external: false,
    campaignIds: [desk.campaignId],
    addresses: [],
    expires: day(30),
  });
  const { states } = await desk.ask<{ states: { id: number; name: string }[] }>('get', `/campaign/${desk.campaignId}`);
  const noAnswer = states.find(({ name }) => name === 'No contesta')!;
  const dial = await desk.ask<Record<string, unknown>>('get', '/phone/dial');
  await desk.ask('put', '/phone/dial', { ...dial, causeStates: { noAnswer: noAnswer.id } });
  const tell = async (tap: Tap) => {
    const answer = await request.post('/api/phone/event', {
      headers: { Authorization: `Bearer ${key}` },
      data: { ...tap, operator: ofelia!.email, number: `0${number}` },
    });
    expect(await answer.json()).toEqual({ callId: expect.any(Number) });
  };

  await enter(page, ofelia!.email, path, DESK_PASSWORD);
  const link = page.getByRole('link', { name: /^Marcar el número/ });
  await expect(link).toHaveAttribute('href', `tel:${number}`);
  // There is no telephone here: the key must reach the link, which would open one.
  await link.evaluate((anchor) => anchor.addEventListener('click', (event) => event.preventDefault()));
  await page.keyboard.press('Alt+KeyM');

  const began = new Date(Date.now() - 26_000);
  await tell({ kind: 'ringing', at: began });
  await expect(page.getByText(/^Sonando desde las \d\d:\d\d$/)).toBeVisible();
  // Out of order and twice.
  const ended = { kind: 'ended', at: new Date(began.getTime() + 25_000), cause: 'NOANSWER' } as const;
  await tell(ended);
  await tell(ended);
  await expect(page.getByText('Sonó 25 s, no contestó')).toBeVisible();
  await expectAccessible(page);
  await setColorScheme(page, 'dark');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Registrar «No contesta»' }).click();
  await expect(panel(page).getByRole('option', { name: /No contesta/, selected: true })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Guardar', exact: true }).click();
  const history = page.getByRole('region', { name: 'Historial de llamados' });
  await expect(history.getByText(/^Marcado a las \d\d:\d\d · Sonó 25 s, no contestó$/)).toBeVisible();
});

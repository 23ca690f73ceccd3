import { api } from '@campanero/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { CallerSearch } from './caller-search.tsx';
import { type FoundCall, MarkedPhone, wantedDigits } from './caller-search-dialog.tsx';

const GRACIELA: FoundCall = {
  callId: 901,
  campaignId: 31,
  campaignName: 'Relevamiento de vecinos',
  number: '1155502847',
  name: 'Graciela Fernández',
  stateName: 'Volver a llamar',
  stateColor: '#E08A1E',
  userName: 'Lucas Ferreyra',
  lastCallAt: '2026-11-12T18:20:00.000Z',
};
const NAMELESS: FoundCall = { ...GRACIELA, callId: 902, campaignId: 32, name: '', userName: null, lastCallAt: null };

let asked: (string | null)[] = [];
beforeEach(() => {
  asked = [];
  server.use(
    reply(api.calls.search, ({ query }) => {
      asked.push(query.get('number'));
      return query.get('number') === '2847' ? [GRACIELA, NAMELESS] : [];
    }),
  );
});

const linkTo = (campaignId: number, callId: number, number: string) => `/contacto/${campaignId}/${callId}/${number}`;
async function openDialog() {
  const view = renderPiece(<CallerSearch linkTo={linkTo} />);
  await view.user.keyboard('{Alt>}b{/Alt}');
  await screen.findByRole('dialog', { name: '¿Quién está devolviendo la llamada?' });
  return { ...view, field: screen.getByRole('textbox', { name: 'Número' }) };
}

test('four digits find who calls back; arrows and Enter lead to the contact', async () => {
  const { user, field, router } = await openDialog();
  expect(document.activeElement).toBe(field);
  await user.type(field, '28');
  await user.type(field, '4');
  await user.type(field, '7');
  const [first, second] = await screen.findAllByRole('link');
  expect(asked).toEqual(['2847']);
  expect(first?.textContent).toBe(
    '11 5550 2847Graciela FernándezVolver a llamar' +
      'Relevamiento de vecinos · Lucas Ferreyra · Último llamado: 12-11-2026',
  );
  expect(second?.textContent).toBe(
    '11 5550 2847Sin nombreVolver a llamarRelevamiento de vecinos · Sin operador · Sin llamados',
  );
  expect(first?.querySelector('mark')?.textContent).toBe('2847');
  await waitFor(() => expect(screen.getByText('2 contactos encontrados')).toBeTruthy());

  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(first);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(field);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(router.state.location.pathname).toBe('/contacto/32/902/1155502847');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Enter in the field opens the first one found', async () => {
  const { user, field, router } = await openDialog();
  await user.type(field, '2847');
  await screen.findAllByRole('link');
  await user.type(field, '{Enter}');
  expect(router.state.location.pathname).toBe('/contacto/31/901/1155502847');
});

test('an empty result is shown, and so is a failure', async () => {
  const { user, field } = await openDialog();
  await user.type(field, '9999');
  expect((await screen.findAllByText('Nadie con ese número en sus campañas.')).length).toBe(2);
  server.use(refuse(api.calls.search, 'FORBIDDEN'));
  await user.type(field, '9');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy();
});

test.each([
  ['2847', '2847', '11 5550 '],
  ['11555', '11 555', ''],
  ['1155', '11 55', ''],
  ['502847', '50 2847', '11 55'],
  ['1155502847', '11 5550 2847', ''],
])('of 11 5550 2847 the digits %s are marked', (digits, marked, before) => {
  const { container } = renderPiece(<MarkedPhone number="1155502847" digits={digits} />);
  const mark = container.querySelector('mark');
  expect([mark?.textContent, mark?.previousSibling?.textContent ?? '']).toEqual([marked, before]);
});

test('a number is understood as a telephone shows it', () => {
  expect(wantedDigits('+54 9 11 5550-2847')).toBe('1155502847');
  expect(wantedDigits('011 15 5550-2847')).toBe('1155502847');
  expect(wantedDigits('5550 28')).toBe('555028');
});

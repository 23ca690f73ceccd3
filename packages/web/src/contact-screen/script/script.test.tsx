import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aContactWorld, CONTACT_PATH } from '../../test/contact-world.ts';
import { aContact } from '../../test/contacts.ts';
import { aSession } from '../../test/people.ts';
import { renderPage } from '../../test/render.tsx';
import { server } from '../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

vi.mock('../../components/pdf/open-pdf.ts', async () =>
  (await import('../../test/pdf-words.ts')).aPdfReader([
    'Buenas tardes, mi nombre es ______ y llamo por {campaña}.',
    '¿Hablo con {tratamiento} [nombre] <apellido>, de {barrio}?',
    'El turno es el ______. Muchas gracias por su tiempo.',
  ]),
);

type Viewport = { happyDOM: { setViewport: (size: object) => void } };
const widen = (width: number) => (window as unknown as Viewport).happyDOM.setViewport({ width });
beforeEach(() => {
  sessionStorage.clear();
  widen(1440);
});
afterEach(() => widen(1024));

const SCRIPT = {
  id: 5,
  originalName: 'guion.pdf',
  contentType: 'application/pdf' as const,
  bytes: 900,
  link: '/api/campaign/31/script/5',
};
async function openScript(contacts = [aContact({ id: 61 })]) {
  const { handlers } = aContactWorld({ campaign: { scripts: [SCRIPT] }, detail: { contacts, contactId: 61 } });
  server.use(
    ...handlers,
    http.get('*/api/campaign/31/script/5', () => HttpResponse.arrayBuffer(new ArrayBuffer(8))),
  );
  const page = renderPage(CONTACT_PATH, { as: aSession(['Operador'], { name: 'Ana Ledesma' }) });
  const script = await screen.findByRole('region', { name: 'Script' });
  await within(script).findByText(/^Buenas tardes/);
  return { ...page, script };
}
const saying = (script: HTMLElement) => [...script.querySelectorAll('[data-kind] > p')].map((step) => step.textContent);
const boxes = (script: HTMLElement) => within(script).getAllByRole<HTMLInputElement>('checkbox');
const ticks = (script: HTMLElement) => boxes(script).map(({ checked }) => checked);

test('fills the blanks with the person of the call and the operator, and marks them', async () => {
  const { script } = await openScript([
    aContact({ id: 62, firstName: 'Ramiro', gender: 'M' }),
    aContact({ id: 61, firstName: 'GRACIELA NOEMÍ', lastName: 'FERNÁNDEZ' }),
  ]);
  await waitFor(() =>
    expect(saying(script)).toEqual([
      'Buenas tardes, mi nombre es Ana Ledesma y llamo por Veredas de Flores.',
      '¿Hablo con Sra. Graciela Noemí Fernández, de Parque Patricios?',
      // Nobody knows the day: the line stays, and is read as what it is.
      'El turno es el ______espacio en blanco. Muchas gracias por su tiempo.',
    ]),
  );
  expect([...script.querySelectorAll('[data-blank="filled"]')].map((blank) => blank.textContent)).toEqual([
    'Ana Ledesma',
    'Veredas de Flores',
    'Sra.',
    'Graciela Noemí',
    'Fernández',
    'Parque Patricios',
  ]);
  expect(within(script).getByText('______').getAttribute('aria-hidden')).toBe('true');
});

test('ticks steps by mouse, arrows and shortcut; the next contact starts with none', async () => {
  const { script, user } = await openScript();
  await user.click(within(script).getByRole('checkbox', { name: 'Paso 1 leído' }));
  expect(ticks(script)).toEqual([true, false, false]);
  // One stop for Tab, wherever one was; the arrows go on from there.
  expect(boxes(script).map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  await user.keyboard('{End}{ArrowDown}{ArrowUp} ');
  expect(ticks(script)).toEqual([true, true, false]);
  await user.keyboard('{Home} ');
  expect(ticks(script)).toEqual([false, true, false]);
  await user.keyboard('{Alt>}p{/Alt}');
  await user.keyboard('{Alt>}p{/Alt}');
  expect(ticks(script)).toEqual([true, true, true]);

  await user.click(screen.getByRole('button', { name: /^Siguiente contacto/ }));
  await screen.findByRole('heading', { level: 1, name: '11 5550 9134' });
  await waitFor(() =>
    expect(saying(script)[1]).toBe('¿Hablo con Sr./Sra. «nombre sin dato» «apellido sin dato», de «barrio sin dato»?'),
  );
  expect(ticks(script)).toEqual([false, false, false]);
});

import { api } from '@campanero/contract';
import type { Contact } from '@campanero/contract/contacts/schemas';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { campaignLookups } from '../test/campaign-world.ts';
import { aContactWorld, CONTACT_PATH } from '../test/contact-world.ts';
import { aContact } from '../test/contacts.ts';
import { aSession } from '../test/people.ts';
import { renderPage } from '../test/render.tsx';
import { replyVersioned, server } from '../test/server.ts';
import { fakeSocket } from '../test/socket.ts';

vi.setConfig({ testTimeout: 30_000 });
// Loaded once here: the first test to open it should not wait for its code.
beforeAll(
  () => Promise.all([import('../app/routes/campaign/contact.tsx'), import('./people/person-form.tsx')]),
  60_000,
);

let world: ReturnType<typeof aContactWorld>['world'];
const sent: unknown[] = [];
const person = () => world.detail.contacts[0]!;
/** Somebody else's change. */
const changePerson = (parts: Partial<Contact>) => {
  world.detail = { ...world.detail, contacts: [{ ...person(), ...parts, version: person().version + 1 }] };
};
const changeCall = (parts: Partial<typeof world.detail>) => {
  world.detail = { ...world.detail, ...parts, version: world.detail.version + 1 };
};

beforeEach(() => {
  sessionStorage.clear();
  sent.length = 0;
  const made = aContactWorld({ detail: { contacts: [aContact({ id: 61, email: 'vieja@ejemplo.com' })] } });
  world = made.world;
  server.use(
    ...made.handlers,
    ...campaignLookups(),
    replyVersioned(
      api.contacts.savePerson,
      () => person().version,
      (body) => {
        sent.push(body);
        const { version: _version, ...parts } = body;
        changePerson(parts);
        const { wrong: _wrong, ...saved } = person();
        return saved;
      },
    ),
    replyVersioned(
      api.contacts.saveDetail,
      () => world.detail.version,
      (body) => {
        sent.push(body);
        const { version: _version, ...parts } = body;
        changeCall(parts);
        const { observations, invalid, version } = world.detail;
        const operatorCallData = { stateId: 1, stateName: 'Pendiente', operator: { id: 7, name: 'Ana Ledesma' } };
        return { observations, invalid, version, operatorCallData };
      },
    ),
  );
});

async function open(tab: string | RegExp) {
  const page = renderPage(CONTACT_PATH, { as: aSession(['Operador']) });
  await page.user.click(await screen.findByRole('tab', { name: tab }));
  return page;
}
/** The page asks again, as it does when somebody comes back to its tab. */
const comeBack = async () => {
  const { queryClient } = await import('../lib/query-client.ts');
  await queryClient.invalidateQueries({ queryKey: ['contacts'] });
};
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Guardar' });

describe('Información', () => {
  test.each([true, false])('keeps what somebody else changed meanwhile, page refetched: %s', async (hasAsked) => {
    const { user } = await open('Información');
    await user.type(await field('Nombre'), ' Luz');
    changePerson({ email: 'nueva@ejemplo.com' });
    if (hasAsked) await comeBack();
    await user.click(save());
    // Nothing is undone: the new mail is shown first.
    expect((await screen.findByRole('alert')).textContent).toContain('vieja@ejemplo.com → nueva@ejemplo.com');
    expect(sent).toEqual([]);
    expect([(await field('Nombre')).value, (await field('Correo')).value]).toEqual([
      'Graciela Noemí Luz',
      'nueva@ejemplo.com',
    ]);
    await user.click(save());
    expect(await screen.findByText('El contacto fue actualizado correctamente.')).toBeTruthy();
    expect(sent).toEqual([{ firstName: 'Graciela Noemí Luz', version: 4 }]);
    expect(person()).toMatchObject({ firstName: 'Graciela Noemí Luz', email: 'nueva@ejemplo.com' });
    expect(screen.queryByText(/Otra persona cambió/)).toBeNull();
  });

  test('lets the user choose a field that both changed, also by keyboard and after a reload', async () => {
    const first = await open('Información');
    await first.user.type(await field('Nombre'), ' Luz');
    await first.user.type(await field('Apellido'), ' Paz');
    first.unmount();
    changePerson({ firstName: 'Gracia' });
    const { user } = await open('Información');
    expect((await field('Nombre')).value).toBe('Graciela Noemí Luz');
    await user.click(save());
    expect((await screen.findByRole('alert')).textContent).toContain('elija qué queda y vuelva a guardar.');
    expect(save().getAttribute('aria-disabled')).toBe('true');
    // Reloading in the middle of the choice loses nothing either.
    expect(sessionStorage.getItem('draft:7:person:61')).toContain('Gracia');
    screen.getByRole('radio', { name: /Lo guardado ahora/ }).focus();
    await user.keyboard(' ');
    expect((await field('Nombre')).value).toBe('Gracia');
    await user.click(save());
    expect(await screen.findByText('El contacto fue actualizado correctamente.')).toBeTruthy();
    expect(sent).toEqual([{ lastName: 'Fernández Paz', version: 4 }]);
  });

  test('asks only the second of two users who save', async () => {
    const { user } = await open('Información');
    await user.type(await field('Nombre'), ' Luz');
    await user.click(save());
    expect(await screen.findByText('El contacto fue actualizado correctamente.')).toBeTruthy();
    expect(sent).toEqual([{ firstName: 'Graciela Noemí Luz', version: 3 }]);
    expect(person().version).toBe(4);
  });
});

describe('Observación', () => {
  const note = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Observación del número' });

  test('a registration in between is no conflict', async () => {
    const { user } = await open(/^Observación/);
    await user.type(await note(), 'Suena a fax');
    changeCall({ stateName: 'No contesta' });
    await user.click(save());
    expect(await screen.findByText('La observación fue actualizada correctamente.')).toBeTruthy();
    expect(sent).toEqual([{ observations: 'Suena a fax', version: 6 }]);
  });

  test('shows the other note beside the own one, which may be kept', async () => {
    const { user } = await open(/^Observación/);
    await user.type(await note(), 'Suena a fax');
    changeCall({ observations: 'Llamar de tarde' });
    await comeBack();
    expect((await note()).value).toBe('Suena a fax');
    await user.click(save());
    await user.click(await screen.findByRole('radio', { name: /Lo que usted escribió/ }));
    expect(screen.getByRole('radio', { name: /Lo guardado ahora.*Llamar de tarde/ })).toBeTruthy();
    await user.click(save());
    expect(await screen.findByText('La observación fue actualizada correctamente.')).toBeTruthy();
    await waitFor(() => expect(world.detail).toMatchObject({ observations: 'Suena a fax', version: 7 }));
    expect(sessionStorage.getItem('draft:7:observation:901')).toBeNull();
  });

  test('removes the text and the draft about a person who was erased meanwhile', async () => {
    world.detail = { ...world.detail, observations: 'Vive con Ana Quirós' };
    const { user } = await open(/^Observación/);
    await user.type(await note(), ', llamar de tarde');
    await waitFor(() => expect(sessionStorage.getItem('draft:7:observation:901')).toContain('Quirós'));
    await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
    changeCall({ observations: '(borrado)' });
    act(() => fakeSocket.fire('erased', { callIds: [], personIds: [], rewrittenCallIds: [901] }));
    await user.click(await screen.findByRole('tab', { name: /^Observación/ }));
    await waitFor(async () => expect((await note()).value).toBe('(borrado)'));
    expect(Object.values(sessionStorage).join()).not.toContain('Quirós');
  });
});

import { api } from '@campanero/contract';
import type { Note } from '@campanero/contract/quick-panel/endpoints';
import { ERASURE_STEP } from '@campanero/contract/shared/paging';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { getSettings } from '../../lib/settings.ts';
import { aSession } from '../../test/people.ts';
import { renderPiece } from '../../test/render.tsx';
import { fail, refuse, reply, replyVersioned, server } from '../../test/server.ts';
import { QuickPanel } from './quick-panel.tsx';

const aNote = (id: number, text: string, version = 0): Note => ({
  id,
  title: text.split('\n')[0]!,
  detail: text.split('\n').slice(1).join('\n'),
  text,
  updatedAt: '2026-11-16T12:00:00.000Z',
  version,
});
// 12:00 of a Tuesday at UTC-3.
const NOON = Date.parse('2026-11-17T15:00:00Z');
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(NOON + hours * HOUR_MS).toISOString();

const CALLBACK = {
  id: 'callback-901',
  title: 'Graciela Fernández',
  detail: '15:30 · Relevamiento de vecinos',
  at: inHours(3.5),
  campaignId: 31,
  callId: 901,
  number: '1155502847',
};
const END = { id: 'end-40', title: 'Vacunación', detail: 'Termina a las 20:00', at: inHours(8), campaignId: 40 };
const START = { id: 'start-41', title: 'Encuesta', detail: 'Comienza a las 08:00', at: inHours(20), campaignId: 41 };
const LATER = {
  id: 'end-42',
  title: 'Arbolado',
  detail: 'Termina a las 00:00',
  at: inHours(4 * 24 - 12),
  campaignId: 42,
};

const links = {
  contact: (campaignId: number, callId: number, number: string) => `/contacto/${campaignId}/${callId}/${number}`,
  campaign: (id: number) => `/campana/${id}`,
};
const open = (as = aSession()) => renderPiece(<QuickPanel isOpen onClose={() => undefined} links={links} />, { as });
const section = (name: string) => screen.findByRole('region', { name });

/** What the server keeps. */
let kept: Note[];
beforeEach(() => {
  vi.useFakeTimers({ now: NOON, shouldAdvanceTime: true, toFake: ['Date'] });
  kept = [aNote(1, 'Pedir el listado\nde la Comuna 4')];
  server.use(
    reply(api.quickPanel.data, () => ({ events: [CALLBACK, END], notes: kept })),
    reply(api.quickPanel.addNote, async ({ request }) => {
      const { text } = (await request.json()) as { text: string };
      const added = aNote(kept.length + 10, text);
      kept = [added, ...kept];
      return added;
    }),
  );
});

afterEach(() => vi.useRealTimers());

test('shows the day, its events with links, and the own notes', async () => {
  open();
  expect(within(await section('Agenda')).queryAllByRole('link')).toEqual([]);
  const agenda = within(await section('Agenda'));
  expect((await agenda.findByRole('link', { name: /Graciela/ })).getAttribute('href')).toBe(
    '/contacto/31/901/1155502847',
  );
  expect(agenda.getByRole('link', { name: /Vacunación/ }).getAttribute('href')).toBe('/campana/40');
  expect(screen.getByRole('heading', { name: 'Hoy', level: 2 }).nextSibling?.textContent).toBe('martes');
  expect(screen.getByText(/Pedir el listado/).textContent).toBe('Pedir el listado\nde la Comuna 4');
});

test('what is due stands under its day: today, tomorrow, then the days by their names', async () => {
  server.use(reply(api.quickPanel.data, () => ({ events: [CALLBACK, END, START, LATER], notes: [] })));
  open();
  const agenda = within(await section('Agenda'));
  await agenda.findByRole('link', { name: /Graciela/ });
  const listed = agenda.getAllByRole('list').map((list) => [
    document.getElementById(list.getAttribute('aria-labelledby')!)?.textContent,
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ]);
  expect(listed).toEqual([
    ['Hoy', ['Graciela Fernández15:30 · Relevamiento de vecinos', 'VacunaciónTermina a las 20:00']],
    ['Mañana', ['EncuestaComienza a las 08:00']],
    ['sábado, 21 de noviembre', ['ArboladoTermina a las 00:00']],
  ]);
});

test('a note is added, and kept in the form until the server has it', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Agregar nota' }));
  const field = await screen.findByRole('textbox', { name: 'Texto de la nota' });
  const save = screen.getByRole('button', { name: 'Guardar' });
  expect(save).toHaveProperty('disabled', true);
  await user.type(field, 'Llamar a Ramírez');
  server.use(refuse(api.quickPanel.addNote, 'TOO_MANY_NOTES'));
  await user.click(save);
  expect(await screen.findByText('Ya tiene 50 notas. Borre alguna antes de agregar otra.')).toBeTruthy();
  expect(field).toHaveProperty('value', 'Llamar a Ramírez');
  server.use(
    reply(api.quickPanel.addNote, async ({ request }) => {
      kept = [aNote(2, ((await request.json()) as { text: string }).text), ...kept];
      return kept[0]!;
    }),
  );
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  const notes = within(await section('Notas')).getAllByRole('listitem');
  expect(notes.map(({ textContent }) => textContent)).toEqual(['Llamar a Ramírez', 'Pedir el listado\nde la Comuna 4']);
});

test('a note that is too long is not sent, and says why', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Agregar nota' }));
  await user.click(await screen.findByRole('textbox', { name: 'Texto de la nota' }));
  await user.paste('x'.repeat(1001));
  expect(await screen.findByText('Excede los 1000 caracteres.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Guardar' })).toHaveProperty('disabled', true);
});

test('a note is edited; one that changed on another device is not overwritten unseen', async () => {
  const sent: unknown[] = [];
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Editar la nota: Pedir el listado' }));
  const field = await screen.findByRole('textbox', { name: 'Texto de la nota' });
  await user.clear(field);
  await user.type(field, 'Listado pedido');

  server.use(
    replyVersioned(
      api.quickPanel.editNote,
      () => kept[0]!.version,
      (body) => {
        sent.push(body);
        kept = [aNote(1, 'Listado pedido', 2)];
        return kept[0]!;
      },
    ),
  );
  kept = [aNote(1, 'Escrita en el teléfono', 1)];
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(
    await screen.findByText(
      'La nota cambió en otro dispositivo. Si guarda, queda lo que escribió aquí. (Escrita en el teléfono)',
    ),
  ).toBeTruthy();
  expect(field).toHaveProperty('value', 'Listado pedido');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(sent).toEqual([{ text: 'Listado pedido', version: 1 }]);
  expect(screen.getByText('Listado pedido')).toBeTruthy();
});

test('what is written stays when the panel closes, and goes when it is cancelled', async () => {
  const first = open();
  await first.user.click(await screen.findByRole('button', { name: 'Agregar nota' }));
  await first.user.type(await screen.findByRole('textbox'), 'Llamar a Ramírez');
  first.unmount();
  const second = open();
  expect(await screen.findByRole('textbox')).toHaveProperty('value', 'Llamar a Ramírez');
  await second.user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('a note changed by an erasure drops the text typed on it and does not send it again', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Editar la nota: Pedir el listado' }));
  await user.type(await screen.findByRole('textbox'), ' a Zulemina');
  server.use(refuse(api.quickPanel.editNote, 'TEXT_ERASED'));
  kept = [aNote(1, 'Pedir el listado\n(borrado)', ERASURE_STEP)];
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText(/se borró porque una persona lo pidió/)).toBeTruthy();
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Pedir el listado\n(borrado)');
  expect(Object.keys(sessionStorage)).toEqual([]);
});

async function editNote(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Editar la nota: Pedir el listado' }));
  await user.type(await screen.findByRole('textbox'), ' y la 5');
}
const GONE = 'La nota se borró en otro dispositivo. Si guarda, queda como nota nueva.';

test('a note that is deleted on another device leaves what was typed, to be saved as a new one', async () => {
  const { user } = open();
  await editNote(user);
  kept = [aNote(3, 'Otra nota')];
  await act(() => queryClient.invalidateQueries({ queryKey: ['quick-panel'] }));
  expect(await screen.findByText(GONE)).toBeTruthy();
  const field = screen.getByRole('textbox');
  expect(field).toHaveProperty('value', 'Pedir el listado\nde la Comuna 4 y la 5');
  expect(document.activeElement).toBe(field);
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(kept.map(({ text }) => text)).toEqual(['Pedir el listado\nde la Comuna 4 y la 5', 'Otra nota']);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('saving a note that is gone says so and keeps what was typed until it is cancelled', async () => {
  const { user } = open();
  await editNote(user);
  kept = [];
  server.use(refuse(api.quickPanel.editNote, 'NOT_FOUND'));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText(GONE)).toBeTruthy();
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Pedir el listado\nde la Comuna 4 y la 5');
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect([kept, Object.keys(sessionStorage)]).toEqual([[], []]);
});

test('a deleted note can be brought back', async () => {
  server.use(
    reply(api.quickPanel.deleteNote, () => {
      kept = [];
      return undefined;
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Borrar la nota: Pedir el listado' }));
  expect(await screen.findByText('Nota borrada.')).toBeTruthy();
  expect(screen.queryByText(/Pedir el listado/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText(/Pedir el listado/)).toBeTruthy();
  expect(screen.queryByText('Nota borrada.')).toBeNull();
});

test('when it cannot be asked, the lists are empty and the switches work', async () => {
  server.use(fail(api.quickPanel.data));
  const { user } = open();
  expect(await screen.findByText('Nada agendado.')).toBeTruthy();
  expect(screen.getByText('Todavía no hay notas.')).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: 'Sonido de los rellamados' }));
  expect(getSettings().preferences.sound).toBe(true);
  await user.click(screen.getByRole('switch', { name: 'Atajos de teclado' }));
  expect(getSettings().preferences.shortcutKeys).toBe(false);
  await user.click(screen.getByRole('switch', { name: 'Modo oscuro' }));
  expect(getSettings().theme.main).toBe('campanero-noche');
});

test('a guest has neither agenda nor notes, and nothing is asked', async () => {
  open(aSession([]));
  expect(await section('Ajustes rápidos')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Notas' })).toBeNull();
});

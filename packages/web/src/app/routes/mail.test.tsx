import { api } from '@campanero/contract';
import type { MailMessage, MailRow } from '@campanero/contract/mail/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { textParts } from '../../features/mail/texts.ts';
import { aCampaignPage } from '../../test/campaigns.ts';
import { aSession } from '../../test/people.ts';
import { renderApp, renderPage } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { fakeSocket } from '../../test/socket.ts';

// 12:00 of a Tuesday at UTC-3.
const NOON = Date.parse('2026-11-10T15:00:00Z');
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(NOON - hours * HOUR_MS).toISOString();
beforeEach(() => vi.useFakeTimers({ now: NOON, shouldAdvanceTime: true, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

type Mail = Omit<MailMessage, 'site'>;
const aMail = (parts: Partial<Mail>): Mail => ({
  id: 1,
  subject: 'Aviso',
  body: 'Hola, Ana:\n\nUn texto.',
  read: false,
  createdAt: ago(1),
  export: null,
  ...parts,
});

/** The server's side of a mailbox: what is marked shows at the next question. */
function aMailbox(...mails: Mail[]) {
  const asked: string[] = [];
  const rowOf = ({ id, subject, body, read, createdAt }: Mail): MailRow => ({
    id,
    subject,
    preview: body,
    read,
    createdAt,
  });
  const unread = () => mails.filter(({ read }) => !read).length;
  server.use(
    reply(api.mail.list, ({ query }) => {
      asked.push(query.toString());
      const [general, only, page] = [query.get('general'), query.get('unread'), Number(query.get('pageNumber'))];
      const found = mails.filter(
        ({ subject, read }) => (!general || subject.includes(general)) && (only !== '1' || !read),
      );
      return {
        mails: found.slice(page * 8, page * 8 + 8).map(rowOf),
        totalElementsCount: found.length,
        page,
        unread: unread(),
      };
    }),
    reply(api.mail.unread, () => ({ unread: unread() })),
    reply(api.mail.get, ({ params }) => ({
      ...mails.find(({ id }) => String(id) === params['id'])!,
      site: 'https://campanero.ejemplo',
    })),
    reply(api.mail.read, ({ params, query }) => {
      const mail = mails.find(({ id }) => String(id) === params['id'])!;
      mail.read = query.get('read') !== '0';
      return { id: mail.id, read: mail.read };
    }),
  );
  return { mails, asked };
}

const wide = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: isWide && !media.includes('max-width'),
    media,
    addEventListener() {},
    removeEventListener() {},
  }));
afterEach(() => vi.unstubAllGlobals());

const open = (path = '/apps/mail') => renderPage(path, { as: aSession(['Operador']) });
const rows = async () => within(await screen.findByRole('region', { name: 'Mensajes' })).findAllByRole('link');
const namesOf = async () => (await rows()).map(({ textContent }) => textContent);

describe('beside each other', () => {
  beforeEach(() => wide(true));

  test('opens no message by itself; the chosen one is read then, the others say that they are not', async () => {
    aMailbox(
      aMail({ id: 3, subject: 'Nuevo' }),
      aMail({ id: 2, subject: 'Otro', createdAt: ago(24) }),
      aMail({ id: 1, subject: 'Viejo', read: true, createdAt: '2025-03-01T15:00:00Z' }),
    );
    const { user, router } = open();
    expect(await screen.findByText('Elija un mensaje')).toBeTruthy();
    expect(await screen.findByText('2 sin leer')).toBeTruthy();
    await user.click((await rows())[0]!);
    const message = await screen.findByRole('article', { name: 'Nuevo' });
    await waitFor(async () =>
      expect(await namesOf()).toEqual([
        expect.stringMatching(/^Nuevo11:00/),
        expect.stringMatching(/^Sin leer: Otro09-11/),
        expect.stringMatching(/^Viejo01-03-2025/),
      ]),
    );
    expect(message.textContent).toContain('Campanero · 10-11-2026 ~ 11:00');
    expect(message.textContent).toContain('Un texto.');
    expect(await screen.findByText('1 sin leer')).toBeTruthy();
    expect((await rows())[0]!.getAttribute('aria-current')).toBe('true');
    expect(router.state.location.search).toBe('?mail=3');
    expect(document.title).toBe('Nuevo · Inbox · Campanero');

    await user.click(await within(message).findByRole('button', { name: 'Marcar como no leído' }));
    expect(await screen.findByText('2 sin leer')).toBeTruthy();
    expect(within(message).queryByRole('button', { name: 'Marcar como no leído' })).toBeNull();
  });

  test('a row tells in its two lines what happened and to which campaign, without cutting either', async () => {
    aMailbox(
      aMail({ id: 2, subject: 'La audiencia está cargada: Censo: zona sur', read: true }),
      aMail({ id: 1, subject: 'Su cuenta de Campanero', read: true }),
    );
    open();
    await waitFor(async () =>
      expect(await namesOf()).toEqual([
        'La audiencia está cargada11:00Censo: zona sur',
        expect.stringMatching(/^Su cuenta de Campanero11:00Hola, Ana/),
      ]),
    );
  });

  test('opening one shows its text, marks it and counts it no more', async () => {
    const { mails } = aMailbox(aMail({ id: 2, subject: 'Uno', read: true }), aMail({ id: 1, subject: 'Dos' }));
    const { user, router } = open('/apps/mail?mail=2');
    await screen.findByRole('article', { name: 'Uno' });
    expect(await screen.findByText('1 sin leer')).toBeTruthy();
    await user.click((await rows())[1]!);
    expect(await screen.findByRole('article', { name: 'Dos' })).toBeTruthy();
    await waitFor(() => expect(mails[1]!.read).toBe(true));
    expect(router.state.location.search).toBe('?mail=1');
  });

  test('turning pages and narrowing the list read no further message', async () => {
    const { mails } = aMailbox(
      ...Array.from({ length: 10 }, (_, n) => aMail({ id: 10 - n, subject: `Mensaje ${10 - n}` })),
    );
    const { user } = open('/apps/mail?mail=10');
    await screen.findByRole('article', { name: 'Mensaje 10' });
    await user.click(await screen.findByRole('button', { name: 'Página siguiente' }));
    await waitFor(async () => expect(await namesOf()).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Solo sin leer' }));
    await waitFor(async () => expect((await namesOf())[0]).toContain('Mensaje 9'));
    expect(screen.getByRole('article', { name: 'Mensaje 10' })).toBeTruthy();
    expect(mails.filter(({ read }) => read).map(({ id }) => id)).toEqual([10]);
  });

  test('the arrow keys go from one to the next, which opens', async () => {
    aMailbox(aMail({ id: 3, subject: 'Uno' }), aMail({ id: 2, subject: 'Dos' }), aMail({ id: 1, subject: 'Tres' }));
    const { user, router } = open('/apps/mail?mail=3');
    await screen.findByRole('article', { name: 'Uno' });
    (await rows())[0]!.focus();
    await user.keyboard('{ArrowDown}');
    expect(await screen.findByRole('article', { name: 'Dos' })).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('Dos');
    await user.keyboard('{End}');
    expect(await screen.findByRole('article', { name: 'Tres' })).toBeTruthy();
    await user.keyboard('{ArrowDown}');
    expect(router.state.location.search).toBe('?mail=1');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    await waitFor(() => expect(router.state.location.search).toBe('?mail=3'));
  });

  test('search, filter of unread ones and page are in the address', async () => {
    const { asked } = aMailbox(
      ...Array.from({ length: 9 }, (_, n) => aMail({ id: 9 - n, subject: `Mensaje ${9 - n}`, read: n > 2 })),
    );
    const { user, router } = open('/apps/mail?pageNumber=1');
    await waitFor(async () => expect(await namesOf()).toHaveLength(1));
    expect(screen.getByText('9–9 de 9')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Solo sin leer' }));
    await waitFor(async () => expect(await namesOf()).toHaveLength(3));
    expect(router.state.location.search).toBe('?unread=true');
    await user.type(screen.getByRole('searchbox', { name: 'Buscar mensajes' }), 'Mensaje 8');
    await waitFor(async () => expect(await namesOf()).toHaveLength(1));
    expect(asked.at(-1)).toBe('pageNumber=0&pageSize=8&general=Mensaje+8&unread=1');
    await user.type(screen.getByRole('searchbox', { name: 'Buscar mensajes' }), 'z');
    expect(await screen.findByText('Ningún mensaje coincide')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ver todos' }));
    await waitFor(async () => expect(await namesOf()).toHaveLength(8));
  });

  test('a message that arrives is added to the open list', async () => {
    const { mails } = aMailbox(aMail({ id: 1, subject: 'Primero', read: true }));
    open();
    await waitFor(async () => expect(await namesOf()).toHaveLength(1));
    await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
    mails.unshift(aMail({ id: 2, subject: 'Recién llegado' }));
    fakeSocket.fire('mail', { id: 2 });
    await waitFor(async () => expect((await namesOf())[0]).toContain('Recién llegado'));
    expect(screen.getByText('1 sin leer')).toBeTruthy();
  });

  test('a finished export is a strip with its file, until it expires', async () => {
    const file = { id: 'e1', fileName: 'audiencia_1287.csv', rows: 17_905, bytes: 2_516_582 };
    aMailbox(
      aMail({ id: 2, subject: 'Lista', export: { ...file, expiresAt: ago(-71.5) } }),
      aMail({ id: 1, subject: 'Vencida', export: { ...file, expiresAt: ago(1) } }),
    );
    const { user } = open('/apps/mail?mail=2');
    const ready = await screen.findByRole('article', { name: 'Lista' });
    expect(within(ready).getByText('audiencia_1287.csv')).toBeTruthy();
    expect(ready.textContent).toContain('17.905 filas · 2,4 MB · vence en 71 h');
    expect(within(ready).getByRole('link', { name: 'Descargar' }).getAttribute('href')).toBe('/export/e1');
    await user.click((await rows())[1]!);
    const gone = await screen.findByRole('article', { name: 'Vencida' });
    expect(gone.textContent).toContain('el archivo venció');
    expect(within(gone).queryByRole('link', { name: 'Descargar' })).toBeNull();
  });

  test('addresses in a message are links: into the app, or outside in a tab of their own; markup stays text', async () => {
    aMailbox(
      aMail({
        id: 1,
        body: 'Vea https://campanero.ejemplo/campaign/31.\nhttps://campanero.ejemplo/campaign/32\n<img src=x onerror=alert(1)> (https://ejemplo.org/a?b=1) javascript:alert(1)',
      }),
    );
    open('/apps/mail?mail=1');
    const message = await screen.findByRole('article');
    const [inside, alone, outside, ...others] = within(message).getAllByRole('link');
    expect(inside!.getAttribute('href')).toBe('/campaign/31');
    expect(inside!.getAttribute('target')).toBeNull();
    expect(inside!.textContent).toBe('https://campanero.ejemplo/campaign/31');
    // On a line of its own it says where it leads.
    expect(alone!.getAttribute('href')).toBe('/campaign/32');
    expect(alone!.textContent).toBe('Abrir la campaña');
    expect(outside!.getAttribute('href')).toBe('https://ejemplo.org/a?b=1');
    expect(outside!.getAttribute('rel')).toBe('noopener noreferrer');
    expect(others).toEqual([]);
    expect(message.textContent).toContain('<img src=x onerror=alert(1)>');
  });

  test('one that is not there says so, and the list stays', async () => {
    aMailbox(aMail({ id: 1, subject: 'Mío' }));
    server.use(refuse(api.mail.get, 'NOT_FOUND'));
    open('/apps/mail?mail=77');
    expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy();
    await waitFor(async () => expect(await namesOf()).toHaveLength(1));
  });
});

test('a small screen has the list, then the message with a way back', async () => {
  wide(false);
  aMailbox(aMail({ id: 1, subject: 'Nuevo' }));
  const { user, router } = open();
  await user.click((await rows())[0]!);
  expect(await screen.findByRole('article', { name: 'Nuevo' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Nuevo');
  expect(screen.queryByRole('region', { name: 'Mensajes' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Volver a los mensajes' }));
  expect(await rows()).toHaveLength(1);
  expect(router.state.location.search).toBe('');
});

describe('the entry in the user menu', () => {
  const menuOf = async (roles: string[]) => {
    server.use(reply(api.campaigns.list, aCampaignPage([])), reply(api.auth.sessions, []));
    const view = renderApp(roles.length > 0 ? '/campaigns' : '/pages/profile', { as: aSession(roles) });
    await view.user.click(await screen.findByRole('button', { name: /Menú de usuario/ }));
    return { ...view, menu: await screen.findByRole('menu') };
  };

  test('has the count of what is not read, asked when the menu opens, and leads there', async () => {
    aMailbox(aMail({ id: 2 }), aMail({ id: 1 }));
    const { menu, user, router } = await menuOf(['Operador']);
    const entry = await within(menu).findByRole('menuitem', { name: 'Inbox 2 sin leer' });
    expect(entry.getAttribute('lang')).toBe('en');
    await user.click(entry);
    expect(await screen.findByRole('heading', { level: 1, name: 'Inbox' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/apps/mail');
  });

  test('is not there for a guest', async () => {
    const { menu } = await menuOf([]);
    expect(within(menu).getByRole('menuitem', { name: 'My Profile' })).toBeTruthy();
    expect(within(menu).queryByRole('menuitem', { name: /Inbox/ })).toBeNull();
  });
});

test.each([
  ['nada', []],
  ['https://otro.org/x.', ['https://otro.org/x']],
  ['http://campanero.ejemplo/campaigns', ['http://campanero.ejemplo/campaigns']],
  ['https://campanero.ejemplo/campaigns?general=a#b', ['/campaigns?general=a#b']],
  ['https://campanero.ejemplo/no-existe', []],
  ['ftp://otro.org javascript:alert(1)', []],
])('the links of «%s»', (text, expected) => {
  const parts = textParts(text, { sites: ['https://campanero.ejemplo/'], pageExists: (path) => path === '/campaigns' });
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.flatMap((part) => ('to' in part ? part.to : 'href' in part ? part.href : []))).toEqual(expected);
});

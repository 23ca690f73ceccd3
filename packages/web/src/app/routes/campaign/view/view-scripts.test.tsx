import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aCampaign } from '../../../../test/campaign-world.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage } from '../../../../test/render.tsx';
import { reply, server } from '../../../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

/** What pdf.js makes of the file: words by page. The drawing itself is looked at in a real browser. */
const pdfjs = vi.hoisted(() => ({
  pages: [] as string[],
  failure: undefined as unknown,
  destroy: vi.fn(),
  options: undefined as Record<string, unknown> | undefined,
}));
vi.mock('pdfjs-dist', () => {
  class PasswordException extends Error {
    override name = 'PasswordException';
  }
  class TextLayer {
    container: HTMLElement;
    content: { words: string };
    constructor(given: { container: HTMLElement; textContentSource: { words: string } }) {
      this.container = given.container;
      this.content = given.textContentSource;
    }
    async render() {
      this.container.textContent = this.content.words;
    }
  }
  const page = (words: string) => ({
    getViewport: ({ scale }: { scale: number }) => ({ width: 600 * scale, height: 800 * scale }),
    render: () => ({ promise: Promise.resolve(), cancel: () => undefined }),
    getTextContent: async () => ({ words, lang: 'es' }),
  });
  const getDocument = (options: Record<string, unknown>) => {
    pdfjs.options = options;
    const open = async () => {
      if (pdfjs.failure) throw pdfjs.failure as Error;
      return { numPages: pdfjs.pages.length, getPage: async (number: number) => page(pdfjs.pages[number - 1] ?? '') };
    };
    return { promise: open(), destroy: pdfjs.destroy };
  };
  return {
    getDocument,
    GlobalWorkerOptions: {},
    PasswordException,
    TextLayer,
    VerbosityLevel: { ERRORS: 0 },
    version: '0',
  };
});

/** Pages in view, by number; the rest is below. */
let inView = [1];
beforeEach(() => {
  Object.assign(pdfjs, { pages: ['Buenos días', 'Segunda página', ''], failure: undefined, options: undefined });
  pdfjs.destroy.mockClear();
  inView = [1];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      report: (entries: unknown[]) => void;
      constructor(report: (entries: unknown[]) => void) {
        this.report = report;
      }
      observe = () => this.report([{ contentRect: { width: 300 } }]);
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      report: (entries: unknown[]) => void;
      constructor(report: (entries: unknown[]) => void) {
        this.report = report;
      }
      observe = (sheet: HTMLElement) =>
        this.report([{ isIntersecting: inView.includes(Number(sheet.dataset['page'])) }]);
      disconnect = () => undefined;
    },
  );
  return () => vi.unstubAllGlobals();
});

const tokens: (string | null)[] = [];
async function openScript() {
  tokens.length = 0;
  server.use(
    reply(api.campaigns.progress, { total: 0, called: 0, pending: 0, unassigned: 0, reserve: 0, states: [] }),
    reply(api.campaigns.events, []),
    reply(
      api.campaigns.detail,
      aCampaign({
        scripts: [
          {
            id: 5,
            originalName: 'guion.pdf',
            contentType: 'application/pdf',
            bytes: 900,
            link: '/api/campaign/31/script/5',
          },
        ],
      }),
    ),
    http.get('*/api/campaign/31/script/5', ({ request }) => {
      tokens.push(request.headers.get('authorization'));
      return HttpResponse.arrayBuffer(new TextEncoder().encode('%PDF-1.4').buffer);
    }),
  );
  const session = aSession(['Coordinador']);
  const { user } = renderPage('/campaign/31', { as: session });
  const see = await screen.findByRole('button', { name: 'Ver guion.pdf' });
  expect([tokens.length, pdfjs.options]).toEqual([0, undefined]);
  await user.click(see);
  return { user, session, dialog: await screen.findByRole('dialog', { name: 'guion.pdf' }) };
}

describe('a PDF among the scripts', () => {
  test('is fetched with the token and drawn in place, the pages in view only', async () => {
    const { dialog, session } = await openScript();
    const first = await within(dialog).findByRole('group', { name: 'guion.pdf, página 1 de 3' });
    expect(await within(first).findByText('Buenos días')).toBeTruthy();
    expect(first.querySelector('canvas')?.getAttribute('aria-hidden')).toBe('true');
    expect(within(dialog).getByRole('group', { name: 'guion.pdf, página 2 de 3' }).querySelector('canvas')).toBeNull();
    expect(tokens).toEqual([`Bearer ${session.token}`]);
    expect(pdfjs.options).toMatchObject({ useWasm: false });
    expect(within(dialog).getByRole('region', { name: 'Documento guion.pdf' }).tabIndex).toBe(0);
    for (const name of ['Descargar', 'Abrir en otra pestaña'])
      expect(within(dialog).getByRole('button', { name })).toBeTruthy();
  });

  test('is enlarged in steps and turned page by page; its worker ends with it', async () => {
    const { user, dialog } = await openScript();
    await within(dialog).findByText('Página 1 de 3');
    const press = (name: string) => user.click(within(dialog).getByRole('button', { name }));
    await press('Ampliar');
    expect(within(dialog).getByText('125 %')).toBeTruthy();
    for (const _ of [1, 2, 3, 4]) await press('Ampliar');
    expect(within(dialog).getByText('300 %')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Ampliar' }).getAttribute('aria-disabled')).toBe('true');
    await press('Página siguiente');
    expect(within(dialog).getByText('Página 2 de 3')).toBeTruthy();
    await press('Cerrar');
    await waitFor(() => expect(pdfjs.destroy).toHaveBeenCalled());
  });

  test('says of a scanned page that there is nothing to read aloud', async () => {
    inView = [3];
    const { dialog } = await openScript();
    const third = await within(dialog).findByRole('group', { name: 'guion.pdf, página 3 de 3' });
    expect(await within(third).findByText('Esta página es una imagen: no tiene texto para leer.')).toBeTruthy();
  });

  test('that cannot be drawn is offered as a download', async () => {
    pdfjs.failure = new Error('Invalid PDF structure.');
    const { dialog } = await openScript();
    const alert = await within(dialog).findByRole('alert');
    expect(alert.textContent).toContain('No fue posible mostrar el documento aquí.');
    expect(within(alert).getByRole('button', { name: 'Descargar el documento' })).toBeTruthy();
  });

  test('with a password is told apart', async () => {
    const { PasswordException } = await import('pdfjs-dist');
    pdfjs.failure = new PasswordException('No password given', 1);
    const { dialog } = await openScript();
    expect((await within(dialog).findByRole('alert')).textContent).toContain('protegido con contraseña');
  });
});

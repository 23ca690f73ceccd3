import { api } from '@campanero/contract';
import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { aCampaign, campaignLookups, leaveWizardDraft } from '../../test/campaign-world.ts';
import { aSession } from '../../test/people.ts';
import { renderPage } from '../../test/render.tsx';
import { reply, server } from '../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

vi.mock('../../components/pdf/open-pdf.ts', async () =>
  (await import('../../test/pdf-words.ts')).aPdfReader([
    'Buenas tardes, {tratamiento} {apellido}: le habla ____ por {campaña}.',
  ]),
);
beforeEach(() => server.use(...campaignLookups()));

const SAID = 'Buenas tardes, Sra. Fernández: le habla Carolina Ibáñez por Veredas de Flores.';
const coordinator = () => aSession(['Coordinador'], { name: 'Carolina Ibáñez' });
const pdf = (name: string) => new File(['%PDF-1.7 guion'], name, { type: 'application/pdf' });

async function expectPreview(name: string) {
  const dialog = await screen.findByRole('dialog', { name });
  expect(within(dialog).getByText('Vista previa con una persona inventada.')).toBeTruthy();
  expect((await within(dialog).findByText(/^Buenas tardes/)).textContent).toBe(SAID);
}

test('the wizard shows a chosen file as operators will read it, before it is sent', async () => {
  leaveWizardDraft(coordinator().id, 'Script');
  const { user } = renderPage('/campaigns/create', { as: coordinator() });
  await user.upload(await screen.findByTestId('file-input'), [pdf('saludo.pdf')]);
  expect(screen.getByText(/\{nombre\}, \{apellido\}, .* y \{barrio\}\.$/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Vista previa de saludo.pdf' }));
  await expectPreview('saludo.pdf');
});

test('the edit shows both kept and chosen ones so, and a picture as what it is', async () => {
  const stored = (id: number, originalName: string, contentType: Script['contentType']) => ({
    id,
    originalName,
    contentType,
    bytes: 900,
    link: `/api/campaign/31/script/${id}`,
  });
  const scripts = [stored(5, 'guion.pdf', 'application/pdf'), stored(6, 'lamina.png', 'image/png')];
  server.use(
    reply(api.campaigns.detail, aCampaign({ name: 'Veredas de Flores', scripts })),
    http.get('*/api/campaign/31/script/:id', () => HttpResponse.arrayBuffer(new ArrayBuffer(8))),
  );
  const { user } = renderPage('/campaign/edit/31?tab=scripts', { as: coordinator() });
  await user.click(await screen.findByRole('button', { name: 'Vista previa de guion.pdf' }));
  await expectPreview('guion.pdf');
  await user.click(screen.getByRole('button', { name: 'Cerrar' }));

  await user.upload(screen.getByTestId('file-input'), [pdf('nuevo.pdf')]);
  await user.click(await screen.findByRole('button', { name: 'Vista previa de nuevo.pdf' }));
  await expectPreview('nuevo.pdf');
  await user.click(screen.getByRole('button', { name: 'Cerrar' }));

  await user.click(screen.getByRole('button', { name: 'Vista previa de lamina.png' }));
  const picture = await screen.findByRole('dialog', { name: 'lamina.png' });
  expect(within(picture).getByText(/Es una imagen: se muestra tal cual/)).toBeTruthy();
});

import { api } from '@campanero/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPiece } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';
import { LinkOffer } from './link-offer.tsx';

const KEY = { campaignId: 31, callId: 7 };
const EXPIRES = '2026-12-03T12:00:00.000Z';

test('by mail says where it goes and until when', async () => {
  server.use(reply(api.surveys.sendLink, { to: 'ana@vecinos.example', whatsappUrl: null, expiresAt: EXPIRES }));
  renderPiece(<LinkOffer callKey={KEY} channel="mail" />);
  await userEvent.click(screen.getByRole('button', { name: 'Enviar enlace por mail' }));
  expect(await screen.findByText('Se envía a ana@vecinos.example. Vale hasta el 03-12-2026.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('by WhatsApp gives a link that opens the own WhatsApp, with Enter', async () => {
  const whatsappUrl = 'https://wa.me/5491150000000?text=Hola';
  server.use(reply(api.surveys.sendLink, { to: null, whatsappUrl, expiresAt: EXPIRES }));
  renderPiece(<LinkOffer callKey={KEY} channel="whatsapp" />);
  await userEvent.click(screen.getByRole('button', { name: 'Preparar el mensaje de WhatsApp' }));
  const link = await screen.findByRole('link', { name: 'Abrir WhatsApp' });
  expect(link.getAttribute('href')).toBe(whatsappUrl);
  expect(link.getAttribute('target')).toBe('_blank');
  expect(document.activeElement).toBe(link);
});

test('without a stored mail says what to do, and lets it be tried again', async () => {
  server.use(refuse(api.surveys.sendLink, 'PERSON_NO_MAIL'));
  renderPiece(<LinkOffer callKey={KEY} channel="mail" />);
  await userEvent.click(screen.getByRole('button', { name: 'Enviar enlace por mail' }));
  expect(
    await screen.findByText('La persona no tiene un mail guardado. Cárguelo en sus datos y vuelva a enviar el enlace.'),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Enviar enlace por mail' })).toBeTruthy();
});

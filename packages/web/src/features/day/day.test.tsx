import { api } from '@campanero/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderPiece } from '../../test/render.tsx';
import { reply, server } from '../../test/server.ts';
import { wordsOf } from '../../test/words.ts';
import { DayBar, DayLine } from './day.tsx';

const figures = { callsMade: 64, contacted: 28, effective: 11, pending: 1136 };

test('one’s day in the footer, asked anew after a registration', async () => {
  server.use(reply(api.calls.today, figures));
  renderPiece(<DayBar />);
  const bar = await screen.findByRole('region', { name: 'Mi día' });
  expect(wordsOf(bar).join(' ')).toBe('Mi día 64 llamados 28 contactados 11 efectivos 1.136 por llamar');
  expect(screen.getByRole('img', { name: 'Llamados de hoy: 64 de 1.200' })).toBeTruthy();

  server.use(reply(api.calls.today, { callsMade: 1, contacted: 1, effective: 1, pending: 0 }));
  // What a registration does (contact-screen/api.ts).
  void queryClient.invalidateQueries({ queryKey: ['day'] });
  expect(await screen.findByText('por llamar')).toBeTruthy();
  expect(await screen.findByText('contactado')).toBeTruthy();
  expect(bar.textContent).toBe('Mi día1llamado1contactado1efectivo0por llamar');
});

test('the same in one line for a phone', async () => {
  server.use(reply(api.calls.today, { ...figures, pending: 136 }));
  renderPiece(<DayLine />);
  expect(wordsOf(await screen.findByRole('region', { name: 'Mi día' })).join(' ')).toBe('64 hoy 136 por llamar');
});

import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import { DateTimeField } from './date-field.tsx';

vi.setConfig({ testTimeout: 30_000 });

// A browser in another time zone.
const home = process.env['TZ'];
beforeAll(() => {
  process.env['TZ'] = 'Asia/Tokyo';
});
afterAll(() => {
  if (home === undefined) delete process.env['TZ'];
  else process.env['TZ'] = home;
});

let told: string[] = [];
function Owner({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  return (
    <DateTimeField
      label="Fecha de fin"
      value={value}
      onChange={(instant) => {
        told.push(instant);
        setValue(instant);
      }}
    />
  );
}

test('shows an instant as it is at UTC-3 and gives back the same one', async () => {
  expect(new Date('2026-12-20T21:30:00Z').getHours()).toBe(6);
  told = [];
  const { user } = renderPiece(<Owner first="2026-12-20T21:30:00.000Z" />);
  const field = await screen.findByRole('group', { name: 'Fecha de fin' });
  const read = () => field.textContent?.replace(/[^\d/: ]/g, '').trim();
  expect(read()).toBe('20/12/2026 18:30');
  await user.click(within(field).getAllByRole('spinbutton')[0]!);
  await user.keyboard('211220260905');
  expect(told.at(-1)).toBe('2026-12-21T12:05:00.000Z');
});

test('an unfinished date is reported as such', async () => {
  told = [];
  const { user } = renderPiece(<Owner first="" />);
  const field = await screen.findByRole('group', { name: 'Fecha de fin' });
  await user.click(within(field).getAllByRole('spinbutton')[0]!);
  await user.keyboard('2112');
  await user.tab();
  await user.click(document.body);
  expect(told.every((instant) => Number.isNaN(Date.parse(instant)))).toBe(true);
});

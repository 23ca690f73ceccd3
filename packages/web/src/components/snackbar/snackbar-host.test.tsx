import { Dialog } from '@mui/material';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notify } from '../../lib/snackbar.ts';
import { renderPiece } from '../../test/render.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const show = (variant: keyof typeof notify, text: string) => act(() => notify[variant](text));
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test.each([
  ['error', 4000, 'alert'],
  ['warning', 3500, 'status'],
  ['success', 3000, 'status'],
  ['info', 3000, 'status'],
] as const)('%s stays %i ms and is read as %s', (variant, ms, role) => {
  renderPiece(null);
  show(variant, 'Un aviso.');
  expect(screen.getByRole(role).textContent).toContain('Un aviso.');
  wait(ms - 50);
  expect(screen.queryByText('Un aviso.')).not.toBeNull();
  wait(100);
  expect(screen.queryByText('Un aviso.')).toBeNull();
});

test('pointer or focus holds a message; it leaves after them', () => {
  renderPiece(null);
  show('success', 'Un aviso.');
  fireEvent.mouseEnter(screen.getByRole('status'));
  wait(10_000);
  expect(screen.queryByText('Un aviso.')).not.toBeNull();
  fireEvent.mouseLeave(screen.getByRole('status'));
  wait(1000);
  fireEvent.focus(screen.getByRole('button', { name: 'Cerrar aviso' }));
  wait(10_000);
  expect(screen.queryByText('Un aviso.')).not.toBeNull();
  fireEvent.blur(screen.getByRole('button', { name: 'Cerrar aviso' }));
  wait(3100);
  expect(screen.queryByText('Un aviso.')).toBeNull();
});

test('the same text within two seconds counts up; one at a time, failures first, five at most in all', () => {
  renderPiece(null);
  show('info', 'Repetido.');
  show('info', 'Repetido.');
  expect(screen.getAllByRole('status')).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toContain('Repetido. (2)');
  for (const n of [1, 2, 3, 4, 5]) show('error', `Aviso ${n}.`);
  show('success', 'Después.');
  // The newest failure; each of the others is shown for its full time.
  for (const n of [5, 4, 3, 2]) {
    expect(screen.getByRole('alert').textContent).toBe(`Aviso ${n}.`);
    expect(screen.queryByRole('status')).toBeNull();
    wait(4000);
  }
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Después.');
  wait(3000);
  expect(screen.queryByRole('status')).toBeNull();
});

test('a message can be closed', () => {
  renderPiece(null);
  show('error', 'Un aviso.');
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }));
  expect(screen.queryByText('Un aviso.')).toBeNull();
});

test('while a dialog hides everything beside it, messages are still read aloud', async () => {
  vi.useRealTimers();
  renderPiece(
    <>
      <button type="button">La página</button>
      <Dialog open>Un diálogo</Dialog>
    </>,
  );
  show('error', 'Una falla.');
  // Queries by role skip hidden elements: the page is hidden, the messages are not.
  expect(screen.queryByRole('button', { name: 'La página' })).toBeNull();
  expect((await screen.findByRole('alert')).textContent).toContain('Una falla.');
});

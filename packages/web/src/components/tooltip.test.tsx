import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPiece } from '../test/render.tsx';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const bubble = () => screen.queryByRole('tooltip')?.textContent;
const pointAt = (element: HTMLElement) => fireEvent.pointerOver(element, { pointerType: 'mouse' });
const pointAway = (element: HTMLElement) =>
  fireEvent.pointerOut(element, { pointerType: 'mouse', relatedTarget: document.body });

test('the pointer shows it after a moment, and it waits while the pointer crosses onto it', () => {
  const onPointerEnter = vi.fn();
  renderPiece(
    <Tooltip title="Actualizar">
      <button onPointerEnter={onPointerEnter}>A</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  pointAt(button);
  expect(onPointerEnter).toHaveBeenCalledTimes(1);
  wait(350);
  expect(bubble()).toBeUndefined();
  wait(100);
  expect(bubble()).toBe('Actualizar');
  pointAway(button);
  wait(50);
  pointAt(screen.getByRole('tooltip'));
  wait(5000);
  expect(bubble()).toBe('Actualizar');
  pointAway(screen.getByRole('tooltip'));
  wait(150);
  expect(bubble()).toBeUndefined();
});

test('Escape closes it, the control keeps the focus', () => {
  renderPiece(
    <Tooltip title="Actualizar">
      <button>A</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  act(() => button.focus());
  pointAt(button);
  wait(500);
  expect(bubble()).toBe('Actualizar');
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(bubble()).toBeUndefined();
  expect(document.activeElement).toBe(button);
});

test('a long press shows it for a while, a short one does not', () => {
  renderPiece(
    <Tooltip title="Falta el estado" describeChild>
      <button>Guardar</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  fireEvent.pointerDown(button, { pointerType: 'touch' });
  wait(200);
  fireEvent.pointerUp(button, { pointerType: 'touch' });
  wait(1000);
  expect(bubble()).toBeUndefined();
  fireEvent.pointerDown(button, { pointerType: 'touch' });
  wait(750);
  fireEvent.pointerUp(button, { pointerType: 'touch' });
  expect(bubble()).toBe('Falta el estado');
  wait(1600);
  expect(bubble()).toBeUndefined();
});

test('it describes its control, and an empty one shows nothing', () => {
  renderPiece(
    <>
      <Tooltip title="Falta el estado" describeChild>
        <button>Guardar</button>
      </Tooltip>
      <Tooltip title="">
        <button>Otro</button>
      </Tooltip>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Guardar', description: 'Falta el estado' });
  pointAt(button);
  wait(500);
  const described = screen.getByRole('button', { name: 'Guardar' });
  expect(described.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  expect(described.hasAttribute('title')).toBe(false);
  pointAway(button);
  wait(150);
  pointAt(screen.getByRole('button', { name: 'Otro' }));
  wait(500);
  expect(bubble()).toBeUndefined();
});

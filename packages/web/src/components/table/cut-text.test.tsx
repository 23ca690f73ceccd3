import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import { TwoLineCell } from './cells.tsx';
import { CutText } from './cut-text.tsx';
import { Grid } from './cut-text.tsx';

const LONG = 'Convocatoria a audiencia pública de transporte';

beforeEach(() => {
  vi.useFakeTimers();
  // jsdom has no layout: long texts count as cut.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.children.length === 0 && this.textContent.length > 20 ? 300 : 100;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const bubble = () => screen.queryByRole('tooltip')?.textContent;

function openTable() {
  renderPiece(
    <Grid aria-label="Campañas">
      <tbody>
        <tr>
          <td>
            <TwoLineCell first={LONG} second="Convocatoria" />
          </td>
          <td>María de los Ángeles Fernández</td>
          <td data-menu>
            <button type="button">Más acciones</button>
          </td>
        </tr>
        <tr>
          <td>
            <CutText>Turnos</CutText>
          </td>
          <td>
            <button type="button">Otra</button>
          </td>
        </tr>
      </tbody>
    </Grid>,
  );
}

test('hovering shows cut texts only', () => {
  openTable();
  fireEvent.pointerOver(screen.getByText(LONG), { pointerType: 'mouse' });
  wait(500);
  expect(bubble()).toBe(LONG);
  fireEvent.pointerOver(screen.getByText('Convocatoria'), { pointerType: 'mouse' });
  wait(500);
  expect(bubble()).toBeUndefined();
  fireEvent.pointerOver(screen.getByText('Turnos'), { pointerType: 'mouse' });
  wait(500);
  expect(bubble()).toBeUndefined();
});

test('keyboard focus in a row shows the cut texts of that row; Escape closes the tooltip', () => {
  openTable();
  const menu = screen.getByRole('button', { name: 'Más acciones' });
  // jsdom does not know :focus-visible.
  vi.spyOn(menu, 'matches').mockReturnValue(true);
  act(() => menu.focus());
  wait(500);
  expect(bubble()).toBe(`${LONG} · María de los Ángeles Fernández`);
  fireEvent.keyDown(menu, { key: 'Escape' });
  expect(bubble()).toBeUndefined();
  expect(document.activeElement).toBe(menu);

  const other = screen.getByRole('button', { name: 'Otra' });
  vi.spyOn(other, 'matches').mockReturnValue(true);
  act(() => other.focus());
  wait(500);
  expect(bubble()).toBeUndefined();
});

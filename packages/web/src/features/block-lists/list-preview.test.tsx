import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import { ListPreview } from './load-list-dialog.tsx';

test('shows the numbers of a file, its rejected lines and the choice of the column', async () => {
  const file = new File(['telefono;nombre\n1145551234;Ana\nletras;Eva\n'], 'lista.csv', { type: 'text/csv' });
  renderPiece(
    <ListPreview chosen={{ file, sheet: undefined, column: undefined }} onSheet={vi.fn()} onColumn={vi.fn()} />,
  );
  expect(await screen.findByText('11 4555 1234')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Vista previa de lista.csv' })).toBeTruthy();
  expect(screen.getByText('1 de 2 líneas del archivo se rechazarían; las demás se cargan:')).toBeTruthy();
  expect(screen.getByText(/Línea 3: «letras» no es un número/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /Columna de los números/ }).textContent).toContain('«telefono»');
});

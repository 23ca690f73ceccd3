import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPiece } from '../test/render.tsx';
import { changeLanguage, useText } from './i18n.ts';

function Words() {
  const text = useText();
  return (
    <p>
      {text('navigation.campaigns')} / {text('shell.skip')}
    </p>
  );
}

afterEach(() => changeLanguage('es'));

test('the shell speaks Spanish until another language is chosen, and falls back to it', async () => {
  renderPiece(<Words />);
  expect(screen.getByText('Campañas / Saltar al contenido')).toBeTruthy();
  await act(() => changeLanguage('tr'));
  expect(screen.getByText('Kampanyalar / Saltar al contenido')).toBeTruthy();
});

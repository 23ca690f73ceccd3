import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { enterSession } from '../lib/session-api.ts';
import { endSession } from '../lib/session.ts';
import { getSettings } from '../lib/settings.ts';
import { aSession } from '../test/people.ts';
import { renderPiece } from '../test/render.tsx';
import { es } from './es.ts';
import { changeLanguage, openLanguage, useText, useTextLang, useTitle } from './i18n.ts';
import { TRANSLATIONS } from './translations.ts';

function Words() {
  const text = useText();
  const title = useTitle();
  const langOf = useTextLang();
  return (
    <p lang={langOf()}>
      {title('Campañas')} / <span lang={langOf('shell.profile')}>{text('shell.profile')}</span>
    </p>
  );
}

const shown = () => screen.getByText(/\//);

afterEach(async () => {
  localStorage.clear();
  await act(() => openLanguage());
});

test('the shell speaks Spanish until another language is chosen', async () => {
  renderPiece(<Words />);
  expect(shown().textContent).toBe('Campañas / My Profile');
  await act(() => changeLanguage('tr'));
  expect(shown().textContent).toBe('Kampanyalar / Profilim');
  expect(shown().lang).toBe('tr');
  await act(() => changeLanguage('es'));
  expect(shown().textContent).toBe('Campañas / My Profile');
});

test('texts that stay English in Spanish are marked with lang', async () => {
  renderPiece(<Words />);
  expect(screen.getByText('My Profile').lang).toBe('en');
  await act(() => changeLanguage('ar'));
  expect(screen.getByText('ملفي الشخصي').lang).toBe('ar');
});

test('the choice is there again after a reload', async () => {
  enterSession(aSession());
  await changeLanguage('tr');
  await openLanguage();
  renderPiece(<Words />);
  expect(shown().textContent).toBe('Kampanyalar / Profilim');
});

test.each([
  [{ language: 'tr' }, 'Kampanyalar / Profilim'],
  [{ language: 'es', direction: 'rtl' }, 'Campañas / My Profile'],
  // Of an older version, which kept the language in another browser.
  [{ direction: 'rtl' }, 'الحملات / ملفي الشخصي'],
  [{ language: 'xx' }, 'Campañas / My Profile'],
])('signing in applies the language of the record %o, signing out takes it back', async (settings, words) => {
  renderPiece(<Words />, { as: aSession(undefined, { settings }) });
  await expect.poll(() => shown().textContent).toBe(words);
  act(() => endSession('signed-out'));
  await expect.poll(() => shown().textContent).toBe('Campañas / My Profile');
});

test('a language that an older version kept in this browser is saved for whoever is signed in, once', async () => {
  localStorage.setItem('language', 'tr');
  enterSession(aSession());
  await openLanguage();
  expect(getSettings()).toMatchObject({ language: 'tr', direction: 'ltr' });
  expect(localStorage.getItem('language')).toBeNull();
  // The next person on this computer has another one.
  localStorage.setItem('language', 'tr');
  endSession('signed-out');
  await openLanguage();
  enterSession(aSession());
  expect(getSettings().language).toBeUndefined();
});

test('Arabic turns the direction, the others turn it back', async () => {
  enterSession(aSession());
  await changeLanguage('ar');
  expect(getSettings()).toMatchObject({ language: 'ar', direction: 'rtl' });
  await changeLanguage('en');
  expect(getSettings().direction).toBe('ltr');
});

const rowsOf = <T,>(table: Record<string, Record<string, T>>) =>
  Object.entries(table).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text] as const),
  );
const translations = rowsOf(TRANSLATIONS);

describe('catalogues', () => {
  test('every key has a text in every language', () => {
    expect(translations.map(([key]) => key)).toEqual(rowsOf(es).map(([key]) => key));
    const texts = [...rowsOf(es).map(([, text]) => text), ...translations.flatMap(([, row]) => Object.values(row))];
    expect(texts.filter((text) => text.trim() !== text || text === '')).toEqual([]);
  });

  test('Arabic is written in Arabic letters', () => {
    expect(translations.filter(([, { ar }]) => !/\p{Script=Arabic}/u.test(ar))).toEqual([]);
  });
});

import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { enterSession } from '../lib/session-api.ts';
import { getSettings } from '../lib/settings.ts';
import { aSession } from '../test/people.ts';
import { renderPiece } from '../test/render.tsx';
import { es } from './es.ts';
import { changeLanguage, LANGUAGES, openLanguage, useText, useTextLang, useTitle } from './i18n.ts';
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
  await changeLanguage('tr');
  await openLanguage();
  renderPiece(<Words />);
  expect(shown().textContent).toBe('Kampanyalar / Profilim');
});

test('an unknown stored language is ignored', async () => {
  localStorage.setItem('language', 'xx');
  await openLanguage();
  renderPiece(<Words />);
  expect(shown().textContent).toBe('Campañas / My Profile');
});

test('Arabic turns the direction, the others turn it back', async () => {
  enterSession(aSession());
  await changeLanguage('ar');
  expect(getSettings().direction).toBe('rtl');
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

  test('there are four of them', () => expect(LANGUAGES).toEqual(['es', 'en', 'tr', 'ar']));
});

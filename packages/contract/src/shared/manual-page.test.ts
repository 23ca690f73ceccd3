import { expect, test } from 'vitest';
import { readHelpText, readManualPage } from './manual-page.ts';

const PAGE = `---
title: Inbox
page: mail
roles: [operador, administrador]
summary: "Reúne mensajes: los del sistema."
---

# Inbox

## En pocas palabras

**Qué se hace aquí**

- Elija *Abrir*.
- Edite. <!-- coordinador, administrador -->

**Para tener en cuenta**

- Vence.

## Qué muestra

- Otra lista.
`;

test('what stands above a page and what follows', () => {
  const page = readManualPage(PAGE);
  expect(page).toMatchObject({
    title: 'Inbox',
    screen: 'mail',
    roles: ['operador', 'administrador'],
    summary: 'Reúne mensajes: los del sistema.',
  });
  expect(page.markdown.trimStart()).toMatch(/^# Inbox\n/);
});

test('a page about no screen', () => {
  expect(readManualPage(PAGE.replace('page: mail\n', '')).screen).toBeUndefined();
});

test('a page without a summary is refused by name', () => {
  expect(() => readManualPage(PAGE.replace(/summary: .*\n/, ''))).toThrow('a page of the manual has no summary');
});

test('the help is the summary and the two lists of its part, and nothing of the others', () => {
  expect(readHelpText(readManualPage(PAGE))).toEqual({
    purpose: 'Reúne mensajes: los del sistema.',
    tasks: [{ text: 'Elija *Abrir*.' }, { text: 'Edite.', roles: ['coordinador', 'administrador'] }],
    rules: [{ text: 'Vence.' }],
  });
});

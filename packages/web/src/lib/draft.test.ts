import { expect, test } from 'vitest';
import { aSession } from '../test/people.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import { beginSession, endSession } from './session.ts';

test('a draft survives an expired session and not a sign-out', () => {
  beginSession(aSession());
  keepDraft(7, 'form', { name: 'Veredas' });
  endSession('expired');
  expect(readDraft(7, 'form')).toEqual({ name: 'Veredas' });
  beginSession(aSession());
  endSession('signed-out');
  expect(readDraft(7, 'form')).toBeUndefined();
});

test('nobody finds another person’s draft, and it does not stay', () => {
  keepDraft(7, 'form', 'mine');
  expect(readDraft(8, 'form')).toBeUndefined();
  expect(readDraft(7, 'form')).toBeUndefined();
});

test('a spoilt draft is none', () => {
  sessionStorage.setItem('draft:7:form', '{');
  expect(readDraft(7, 'form')).toBeUndefined();
  dropDraft(7, 'form');
});

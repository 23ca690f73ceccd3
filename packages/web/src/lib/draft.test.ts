import { expect, test } from 'vitest';
import { aSession } from '../test/people.ts';
import { dropDraft, forgetErased, keepDraft, onErased, readDraft } from './draft.ts';
import { beginSession, endSession } from './session.ts';

test('a draft survives an expired session, but not signing out', () => {
  beginSession(aSession());
  keepDraft(7, 'form', { name: 'Veredas' });
  endSession('expired');
  expect(readDraft(7, 'form')).toEqual({ name: 'Veredas' });
  beginSession(aSession());
  endSession('signed-out');
  expect(readDraft(7, 'form')).toBeUndefined();
});

test('a draft is not readable by another user, and is dropped', () => {
  keepDraft(7, 'form', 'mine');
  expect(readDraft(8, 'form')).toBeUndefined();
  expect(readDraft(7, 'form')).toBeUndefined();
});

test('an invalid draft is ignored', () => {
  sessionStorage.setItem('draft:7:form', '{');
  expect(readDraft(7, 'form')).toBeUndefined();
  dropDraft(7, 'form');
});

test('drops the note on a rewritten call, and keeps the outcome', () => {
  beginSession(aSession());
  for (const name of ['observation:1', 'correction:1:7', 'outcome:1']) keepDraft(7, name, name);
  forgetErased({ callIds: [], personIds: [], rewrittenCallIds: [1] });
  expect(['observation:1', 'correction:1:7', 'outcome:1'].map((name) => readDraft(7, name))).toEqual([
    undefined,
    undefined,
    'outcome:1',
  ]);
  endSession('signed-out');
});

test('drops only drafts about the erased person', () => {
  beginSession(aSession());
  const kept = ['outcome:11', 'observation:12', 'correction:11:1', 'person:11', 'edit:1', 'rectify:1'];
  const gone = ['outcome:1', 'observation:1', 'correction:1:77', 'person:5', 'rectify:5'];
  for (const name of [...kept, ...gone]) keepDraft(7, name, name);
  const heard: unknown[] = [];
  onErased((erased) => heard.push(erased));
  forgetErased({ callIds: [1], personIds: [5] });
  expect(gone.map((name) => readDraft(7, name))).toEqual(gone.map(() => undefined));
  expect(kept.map((name) => readDraft(7, name))).toEqual(kept);
  expect(heard).toEqual([{ callIds: [1], personIds: [5] }]);
  endSession('signed-out');
});

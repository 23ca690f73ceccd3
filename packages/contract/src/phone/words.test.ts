import { describe, expect, test } from 'vitest';
import { callEndOf, type CallEnd, plainCause } from './causes.ts';
import { formatSeconds, phoneInWords } from './words.ts';

test.each([
  [0, '0 s'],
  [25, '25 s'],
  [60, '1 min'],
  [125, '2 min 5 s'],
  [3600, '1 h'],
  [3720, '1 h 2 min'],
])('%d seconds: %s', (seconds, words) => expect(formatSeconds(seconds)).toBe(words));

describe('what the phone did', () => {
  test.each([
    [false, 25, 0, 'noAnswer', 'Sonó 25 s, no contestó'],
    [false, null, 0, 'noAnswer', 'No contestó'],
    [false, 2, 0, 'busy', 'Sonó 2 s, ocupado'],
    [false, null, 0, 'wrongNumber', 'El número no existe'],
    [false, 12, 0, null, 'Sonó 12 s'],
    [true, 14, 120, 'answered', 'Sonó 14 s, habló 2 min'],
    [true, null, 45, 'answered', 'Habló 45 s'],
    [true, 9, null, 'answered', 'Sonó 9 s, atendieron'],
    [false, null, null, null, undefined],
  ])('%o %o %o %o', (isAnswered, ringSeconds, talkSeconds, end, words) =>
    expect(phoneInWords({ isAnswered, ringSeconds, talkSeconds, end: end as CallEnd | null })).toBe(words),
  );
});

test.each([
  [false, 'NOANSWER', 'noAnswer'],
  [false, 'busy', 'busy'],
  [false, '17', 'busy'],
  [false, '486', 'busy'],
  [false, 'CONGESTION', 'failed'],
  // As the call records of Asterisk and the log of a SIP trunk write them.
  [false, 'NO ANSWER', 'noAnswer'],
  [false, '486 Busy Here', 'busy'],
  [false, 'user-busy', 'busy'],
  [false, '4861 Busy', undefined],
  [false, '1', 'wrongNumber'],
  [false, '16', 'noAnswer'],
  [true, '16', 'answered'],
  [true, null, 'answered'],
  [false, null, undefined],
  [false, 'LO QUE SEA', undefined],
])('answered %s, cause %s: %s', (isAnswered, cause, end) => expect(callEndOf({ isAnswered, cause })).toBe(end));

test('a number of somebody in a cause is not kept', () => {
  expect(plainCause(' no answer ')).toBe('NO_ANSWER');
  expect(plainCause('Busy 11 5550-1234')).toBe('');
});

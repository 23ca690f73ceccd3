import { describe, expect, test } from 'vitest';
import { classOfState, countClasses, eligibleShare, ratesOf, type StateCounts } from './aapor.ts';

const rates = (counts: Parameters<typeof ratesOf>[0]) =>
  Object.fromEntries(ratesOf(counts).map(({ key, value }) => [key, value]));

describe('worked examples', () => {
  // 1,000 numbers were drawn. 300 complete and 50 partial interviews, 120 refusals, 80 without contact with the person, 50 others: 600
  // that are known to be eligible. 200 unknown whether anybody is there and 50 whether the person is one of them: 250 unknown. 150 are not eligible.
  //   all that may be eligible: 600 + 250 = 850
  //   RR1 = 300 / 850 = 0.352941…
  //   RR2 = (300 + 50) / 850 = 350 / 850 = 0.411764…
  //   e = 600 / (600 + 150) = 0.8; e × unknown = 0.8 × 250 = 200
  //   RR3 = 300 / (600 + 200) = 300 / 800 = 0.375
  //   COOP1 = 300 / (300 + 50 + 120 + 50) = 300 / 520 = 0.576923…
  //   REF1 = 120 / 850 = 0.141176…
  //   CON1 = (300 + 50 + 120 + 50) / 850 = 520 / 850 = 0.611764…
  test('a survey by telephone with all classes', () => {
    const counts = { I: 300, P: 50, R: 120, NC: 80, O: 50, UH: 200, UO: 50, NE: 150 };
    expect(eligibleShare(counts)).toBeCloseTo(0.8, 10);
    expect(rates(counts)).toEqual({
      RR1: expect.closeTo(300 / 850, 10),
      RR2: expect.closeTo(350 / 850, 10),
      RR3: expect.closeTo(0.375, 10),
      COOP1: expect.closeTo(300 / 520, 10),
      REF1: expect.closeTo(120 / 850, 10),
      CON1: expect.closeTo(520 / 850, 10),
    });
  });

  // Of 64 numbers each was solved: 40 interviews, 8 refusals, 16 that do not exist.
  //   e = 48 / 64 = 0.75, of nobody unknown: RR1 = RR2 = RR3 = COOP1 = 40 / 48 = 0.8333…, REF1 = 8 / 48 = 0.1666…, CON1 = 48 / 48 = 1
  test('nobody is unknown: the response rates are one', () => {
    const counts = { I: 40, P: 0, R: 8, NC: 0, O: 0, UH: 0, UO: 0, NE: 16 };
    expect(eligibleShare(counts)).toBe(0.75);
    const { RR1, RR2, RR3, COOP1, REF1, CON1 } = rates(counts);
    for (const rate of [RR1, RR2, RR3, COOP1]) expect(rate).toBeCloseTo(0.833333, 5);
    expect(REF1).toBeCloseTo(0.166667, 5);
    expect(CON1).toBe(1);
  });

  // 25 numbers, nobody was called: e is not known, and taken as 1. RR1 = 0 / 25 = 0; there is nobody to cooperate: no rate.
  test('before the first call', () => {
    const counts = { I: 0, P: 0, R: 0, NC: 0, O: 0, UH: 25, UO: 0, NE: 0 };
    expect(eligibleShare(counts)).toBeNull();
    expect(rates(counts)).toEqual({ RR1: 0, RR2: 0, RR3: 0, COOP1: null, REF1: 0, CON1: 0 });
  });

  test('of nobody there is no rate', () => {
    const counts = { I: 0, P: 0, R: 0, NC: 0, O: 0, UH: 0, UO: 0, NE: 0 };
    expect(Object.values(rates(counts)).every((value) => value === null)).toBe(true);
  });
});

const NO_FLAGS = { contactability: false, effectiveness: false, callback: false };
const state = (id: number, name: string, counted: Partial<StateCounts> = {}): StateCounts => ({
  id,
  name,
  ...NO_FLAGS,
  calls: 0,
  complete: 0,
  begun: 0,
  ...counted,
});

describe('states', () => {
  test.each<[string, string, object]>([
    ['NE', 'no contact, not to be called again', {}],
    ['UH', 'no contact, to be called again', { callback: true }],
    ['NC', 'contact, to be called again', { contactability: true, callback: true }],
    ['R', 'contact, and it ended there', { contactability: true }],
    ['O', 'effective without an interview', { contactability: true, effectiveness: true }],
  ])('one that a city made is %s: %s', (wanted, _what, flags) => {
    expect(classOfState(state(40, 'De la ciudad', flags))).toBe(wanted);
  });

  test('one of the catalogue that was renamed is read by its marks', () => {
    expect(classOfState(state(9, 'No desea participar', { contactability: true }))).toBe('R');
    expect(classOfState(state(9, 'Vuelve otro día', { contactability: true, callback: true }))).toBe('NC');
  });

  // 10 in "Encuesta completa": 7 complete, 2 begun, 1 noted elsewhere: I 7 + 1, P 2.
  // 5 who refuse: 1 answered all before, 2 broke off: I 1, R 2 + 2.
  // 4 who did not pick up, one of whom answered everything by the link: I 1, UH 3.
  test('an interview counts as what it is, and one that ended in a refusal as one', () => {
    const counts = countClasses([
      state(16, 'Encuesta completa', { calls: 10, complete: 7, begun: 2 }),
      state(9, 'No desea participar', { calls: 5, complete: 1, begun: 2 }),
      state(3, 'No contesta', { calls: 4, complete: 1 }),
    ]);
    expect(counts).toEqual({ I: 10, P: 2, R: 4, NC: 0, O: 0, UH: 3, UO: 0, NE: 0 });
  });
});

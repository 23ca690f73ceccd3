import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AREA_CODES } from '../shared/area-codes.ts';
import { normalisePhone } from '../shared/phone.ts';
import { type DialPrefixes, dialLink, dialTemplateFault } from './dial.ts';

const NO_PREFIXES: DialPrefixes = { zero: false, fifteen: false, nine: false, allMobile: false, shortLocal: false };
const link =
  (template: string, prefixes: Partial<DialPrefixes> = {}, own?: string) =>
  (number: string, mobile: boolean) =>
    dialLink({ template, ...NO_PREFIXES, ...prefixes, areaCode: '11' }, { number, mobile, callId: 7 }, own);

describe('a template', () => {
  test.each([
    'tel:{e164}',
    'tel:{number}',
    'sip:{number}@central',
    'sips:{number}@central.ciudad.gob.ar;transport=tls',
    'callto:{number}',
    'https://central.ciudad.gob.ar/marcar?numero={number}&llamado={callId}',
    'https://central:8443/{e164}',
    'https://central#{number}',
  ])('%s can be used', (template) => expect(dialTemplateFault(template)).toBeUndefined());

  test.each([
    ['javascript:alert({number})', /^Empiece con/],
    ['JavaScript:alert({number})', /^Empiece con/],
    [' tel:{number}', /^Empiece con/],
    ['data:text/html,{number}', /^Empiece con/],
    ['http://central/{number}', /^Empiece con/],
    ['//central/{number}', /^Empiece con/],
    ['https://{number}/', /^Empiece con/],
    ['https://{number}.central/', /^Empiece con/],
    ['https://central{number}/', /^Empiece con/],
    ['https://ana@central/{number}', /^Empiece con/],
    ['https://central:{number}/', /^Empiece con/],
    ['https://central\\@otra/{number}', /^Empiece con/],
    ['tel:', /^Falta el número/],
    ['https://central/{callId}', /^Falta el número/],
    ['tel:{number}{nombre}', /^Entre llaves/],
    ['tel:{number}{}', /^Entre llaves/],
    ['tel:{number} ', /^Escriba la dirección sin/],
    ['tel:{number}{', /^Escriba la dirección sin/],
    ['tel:{number}"', /^Escriba la dirección sin/],
    ['sip:{number}@cañón', /^Escriba la dirección sin/],
    [`tel:{number}${'0'.repeat(200)}`, /^Excede/],
  ])('%s is refused', (template, fault) => expect(dialTemplateFault(template)).toMatch(fault));

  test('a million letters are refused at once', () => {
    const before = performance.now();
    for (const text of ['https://' + 'a.'.repeat(500_000), '{'.repeat(1_000_000), 'tel:' + '{number}'.repeat(125_000)])
      expect(dialTemplateFault(text)).toBeDefined();
    expect(performance.now() - before).toBeLessThan(200);
  });
});

describe('a number is dialled', () => {
  test.each([
    ['tel:{number}', {}, 'tel:1155551234', 'tel:1155551234', 'tel:2966551234'],
    ['tel:{number}', { zero: true, fifteen: true }, 'tel:01155551234', 'tel:0111555551234', 'tel:0296615551234'],
    [
      'tel:{number}',
      { zero: true, fifteen: true, shortLocal: true },
      'tel:55551234',
      'tel:1555551234',
      'tel:0296615551234',
    ],
    ['tel:{e164}', {}, 'tel:+541155551234', 'tel:+541155551234', 'tel:+542966551234'],
    ['tel:{e164}', { nine: true }, 'tel:+541155551234', 'tel:+5491155551234', 'tel:+5492966551234'],
    ['tel:{e164}', { nine: true, allMobile: true }, 'tel:+5491155551234', 'tel:+5491155551234', 'tel:+5492966551234'],
    [
      'sip:9{number}@central',
      { zero: true },
      'sip:901155551234@central',
      'sip:901155551234@central',
      'sip:902966551234@central',
    ],
    [
      'https://central/?n={e164}&id={callId}',
      {},
      'https://central/?n=%2B541155551234&id=7',
      'https://central/?n=%2B541155551234&id=7',
      'https://central/?n=%2B542966551234&id=7',
    ],
  ])('%s %o', (template, prefixes, fixed, mobile, elsewhere) => {
    const dial = link(template, prefixes);
    expect([dial('1155551234', false), dial('1155551234', true), dial('2966551234', true)]).toEqual([
      fixed,
      mobile,
      elsewhere,
    ]);
  });

  test('by the user’s own template if it is valid', () => {
    expect(link('sip:{number}@central', {}, 'tel:{e164}')('1155551234', false)).toBe('tel:+541155551234');
    expect(link('sip:{number}@central', {}, 'javascript:{number}')('1155551234', false)).toBe('sip:1155551234@central');
    expect(link('javascript:{number}')('1155551234', false)).toBe('tel:1155551234');
  });

  test('so that whoever reads it back finds the same number, with any prefixes', () => {
    const phones = fc
      .tuple(fc.constantFrom(...AREA_CODES), fc.integer({ min: 10_000_000, max: 99_999_999 }), fc.boolean())
      .map(([area, rest, mobile]) => ({ number: (area + rest).slice(0, 10), mobile }));
    const rules = fc.record({
      zero: fc.boolean(),
      fifteen: fc.boolean(),
      nine: fc.boolean(),
      allMobile: fc.boolean(),
      shortLocal: fc.constant(false),
    });
    fc.assert(
      fc.property(
        phones,
        rules,
        fc.constantFrom('tel:{number}', 'tel:{e164}'),
        ({ number, mobile }, prefixes, template) => {
          const dialled = link(template, prefixes)(number, mobile).slice('tel:'.length);
          expect(normalisePhone(dialled)?.number).toBe(number);
        },
      ),
    );
  });
});

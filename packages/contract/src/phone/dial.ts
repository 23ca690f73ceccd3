import { DIAL_TEMPLATE_MAX } from '../limits.ts';
import { AREA_CODES } from '../shared/area-codes.ts';

// How a number becomes the address that a telephone program, or a page of the city, dials.

/** What the installation has until somebody changes it. */
export const DEFAULT_DIAL_TEMPLATE = 'tel:{number}';

const PLACES = ['number', 'e164', 'callId'];
const PLACE = /\{([^{}]*)\}/g;
/** What an address may contain besides its places; no blank, quote, bracket or backslash. */
const ADDRESS = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/;
/** Without a place in it, so that neither a number nor anything else can change the host. */
const FIXED_HOST = /^https:\/\/[a-z0-9][a-z0-9.-]*(?::\d{1,5})?[/?#]/;
const TELEPHONE = /^(?:tel|sip|sips|callto):/;

const WRONG_SCHEME = 'Empiece con tel:, sip:, sips:, callto: o una dirección https:// completa.';
const NO_NUMBER = 'Falta el número: escriba {number} o {e164} donde va.';
const WRONG_PLACE = 'Entre llaves van solo {number}, {e164} y {callId}.';
const WRONG_SIGN = 'Escriba la dirección sin espacios, comillas ni letras con tilde.';

/** Why the template cannot be used, in words; undefined if it can. */
export function dialTemplateFault(template: string): string | undefined {
  if (template.length > DIAL_TEMPLATE_MAX) return `Excede los ${DIAL_TEMPLATE_MAX} caracteres.`;
  if (!TELEPHONE.test(template) && !FIXED_HOST.test(template)) return WRONG_SCHEME;
  const places = [...template.matchAll(PLACE)].map(([, name = '']) => name);
  if (!places.every((name) => PLACES.includes(name))) return WRONG_PLACE;
  if (!places.includes('number') && !places.includes('e164')) return NO_NUMBER;
  return ADDRESS.test(template.replaceAll(PLACE, '')) ? undefined : WRONG_SIGN;
}

/** The prefixes of {number} and {e164}. Nobody can tell from its digits whether a number is a mobile's. */
export interface DialPrefixes {
  /** {number} begins with 0, before the area code. */
  zero: boolean;
  /** {number} of a mobile has 15 after the area code. */
  fifteen: boolean;
  /** {e164} of a mobile is +549 instead of +54. */
  nine: boolean;
  /** All numbers count as mobiles, not only those that were loaded as such. */
  allMobile: boolean;
  /** {number} of the city's own area has neither 0 nor area code. */
  shortLocal: boolean;
}

export interface Dialled {
  /** Ten digits. */
  number: string;
  mobile: boolean;
  callId: number;
}

const areaOf = (number: string): string => AREA_CODES.find((code) => number.startsWith(code)) ?? '';

function nationalNumber(
  { number, mobile }: Dialled,
  { zero, fifteen, shortLocal }: DialPrefixes,
  ownArea: string | null,
) {
  const area = areaOf(number);
  const mark = fifteen && mobile && area !== '' ? '15' : '';
  const subscriber = number.slice(area.length);
  return shortLocal && area !== '' && area === ownArea
    ? mark + subscriber
    : (zero ? '0' : '') + area + mark + subscriber;
}

export interface DialRules extends DialPrefixes {
  template: string;
  /** The city's own. */
  areaCode: string | null;
}

/** The address that dials the number, by the user's own template if there is a valid one. */
export function dialLink(rules: DialRules, dialled: Dialled, ownTemplate = ''): string {
  const template = [ownTemplate, rules.template].find((each) => dialTemplateFault(each) === undefined);
  const as = { ...dialled, mobile: dialled.mobile || rules.allMobile };
  const values: Record<string, string> = {
    number: nationalNumber(as, rules, rules.areaCode),
    e164: `+54${rules.nine && as.mobile ? '9' : ''}${dialled.number}`,
    callId: String(dialled.callId),
  };
  const isPage = template?.startsWith('https:');
  return (template ?? DEFAULT_DIAL_TEMPLATE).replaceAll(PLACE, (_, name: string) => {
    const value = values[name] ?? '';
    return isPage ? encodeURIComponent(value) : value;
  });
}

import type { Contact } from '@campanero/contract/contacts/schemas';
import { productDay } from '@campanero/contract/shared/dates';
import type { BlankTexts } from '@campanero/contract/scripts/blanks';

type SpokenPerson = Pick<Contact, 'firstName' | 'lastName' | 'businessName' | 'gender' | 'section' | 'subsection'>;

interface Spoken {
  /** Undefined for an unknown number. */
  person: SpokenPerson | undefined;
  operator: string;
  campaign: string;
  now: Date;
}

export function spokenTexts({ person, operator, campaign, now }: Spoken): BlankTexts {
  const firstName = inNormalCase(person?.firstName ?? '');
  const lastName = inNormalCase(person?.lastName ?? '');
  const business = person?.businessName.trim() ?? '';
  const fullName = `${firstName} ${lastName}`.trim() || business;
  return {
    firstName: firstName || (lastName === '' ? business : ''),
    lastName,
    fullName,
    title: titleOf(person?.gender ?? null),
    operator: operator.trim(),
    campaign: campaign.trim(),
    date: dayInWords(now),
    place: inNormalCase(person?.subsection ?? person?.section ?? ''),
  };
}

/** Unknown gender: both forms; X: none. */
function titleOf(gender: Contact['gender']): string {
  if (gender === 'X') return '';
  return gender === null ? 'Sr./Sra.' : gender === 'F' ? 'Sra.' : 'Sr.';
}

const DAY_IN_WORDS = new Intl.DateTimeFormat('es-AR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
/** "martes 17 de noviembre". */
const dayInWords = (now: Date) => DAY_IN_WORDS.format(new Date(`${productDay(now)}T12:00:00Z`)).replace(',', '');

const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'e', 'da', 'das', 'do', 'dos', 'di']);

/** "FERNÁNDEZ DE LA FUENTE" → "Fernández de la Fuente". Mixed case stays as it is. */
export function inNormalCase(name: string): string {
  const trimmed = name.trim().replaceAll(/\s+/g, ' ');
  const hasBoth = /\p{Lu}/u.test(trimmed) && /\p{Ll}/u.test(trimmed);
  if (hasBoth) return trimmed;
  return trimmed
    .toLocaleLowerCase('es')
    .split(' ')
    .map((word, place) => (place > 0 && PARTICLES.has(word) ? word : capitalised(word)))
    .join(' ');
}

/** Also after a hyphen, an apostrophe or a point: "O'Higgins", "Pérez-Gómez", "J.C." */
const capitalised = (word: string) =>
  word.replaceAll(
    /(^|[-'’.])(\p{Ll})/gu,
    (_whole, edge: string, letter: string) => edge + letter.toLocaleUpperCase('es'),
  );

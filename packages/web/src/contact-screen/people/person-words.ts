import type { CallDetail, Contact } from '@campanero/contract/contacts/schemas';
import { shortDistrict } from '@campanero/contract/lookups/schemas';
import { formatDay, productDay } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { dotted } from '../../lib/text/dotted.ts';

type Named = Pick<Contact, 'firstName' | 'lastName' | 'businessName'>;
export const personName = ({ firstName, lastName, businessName }: Named) =>
  `${firstName} ${lastName}`.trim() || businessName || 'Sin nombre';

export function ownPerson({ contacts, contactId, leadId }: Pick<CallDetail, 'contacts' | 'contactId' | 'leadId'>) {
  return contacts.find(({ id }) => id === (contactId ?? leadId)) ?? contacts[0];
}

export function ageOf(birthday: string | null, now: Date): number | undefined {
  if (!birthday) return undefined;
  const today = productDay(now);
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4)) - (today.slice(5) < birthday.slice(5) ? 1 : 0);
  return years >= 0 ? years : undefined;
}

type Placed = Pick<Contact, 'district' | 'section' | 'subsection'>;

/** "Parque Patricios, CABA": the smallest known area and the district. */
export function placeInWords({ district, section, subsection }: Placed): string | undefined {
  const names = [subsection ?? section, district && shortDistrict(district)].filter(Boolean);
  return names.length > 0 ? names.join(', ') : undefined;
}

const documentInWords = (document: string) =>
  `DNI ${/^\d{6,9}$/.test(document) ? formatCount(Number(document)) : document}`;

/** "DNI 14.872.305 · 12-03-1962 · Comuna 4", to tell persons of one household apart. */
export const personFacts = ({ document, birthday, section, district }: Contact): string =>
  dotted(
    document && documentInWords(document),
    birthday && formatDay(birthday),
    section ?? (district && shortDistrict(district)),
  );

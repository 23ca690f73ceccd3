import type { Trx } from '../../client.ts';
import { insertMany } from '../insert-many.ts';
import type { Story } from './story.ts';

export async function writePeople(trx: Trx, { calendar, phones }: Story): Promise<void> {
  const createdAt = calendar.at(-250);
  const people = phones.flatMap((phone) => phone.people.map(({ person }) => person)).toSorted((a, b) => a.id - b.id);
  await insertMany(
    trx,
    'person',
    people.map((person) => ({ ...person, kind: person.orionId ? 'contact' : 'lead', createdAt, updatedAt: createdAt })),
  );
  const numbers = phones.flatMap(({ number, mobile, people: owners }) =>
    owners.map(({ person, wrong }) => ({ number, personId: person.id, wrong, mobile, createdAt })),
  );
  await insertMany(trx, 'personPhone', numbers);
  await insertMany(
    trx,
    'blockedNumber',
    phones.flatMap(({ number, blocked }) => (blocked ? [{ number, reason: blocked.reason, at: blocked.at }] : [])),
  );
}

import { FOUND_PERSONS_MAX, type FoundPerson } from '@campanero/contract/personal-data/schemas';
import { readSearch, type PersonSearch } from '@campanero/contract/personal-data/search';
import { type FoundPersonRecord, searchPeople } from '../../call-store/read/index.ts';
import { AppError, auditAbout, type SignedCtx, transact } from '../../work/index.ts';
import { displayName, placeName } from './personal-data.words.ts';

/** Finds persons in any notation. The audit record has the kind of search and the number of results, never the text. */
export async function findPersons(ctx: SignedCtx, text: string): Promise<{ persons: FoundPerson[]; hasMore: boolean }> {
  const search = readSearch(text);
  if (!search) throw new AppError('VALIDATION');
  const found = await searchPeople(ctx, search, FOUND_PERSONS_MAX + 1);
  const persons = found.slice(0, FOUND_PERSONS_MAX);
  await transact(ctx, { remember: false }, ({ actor, audit }) =>
    audit(
      auditAbout('CONTACTO', 'user')(actor.id, 'ACCIÓN', {
        after: {
          Acción: 'Búsqueda de datos personales',
          'Buscó por': keysOf(search),
          Encontrados: found.length > persons.length ? `más de ${FOUND_PERSONS_MAX}` : persons.length,
        },
      }),
    ),
  );
  return { persons: persons.map(presentFound), hasMore: found.length > persons.length };
}

const keysOf = ({ email, number, document, words }: PersonSearch): string =>
  [
    email !== null && 'correo',
    number !== null && 'número',
    document !== null && 'documento',
    words.length > 0 && 'nombre',
  ]
    .filter((key) => key !== false)
    .join(', ');

const presentFound = (person: FoundPersonRecord): FoundPerson => ({
  id: person.id,
  name: displayName(person),
  document: person.document,
  birthday: person.birthday,
  place: placeName(person),
  numbers: person.numbers.map(String),
  isErased: person.erasedAt !== null,
});

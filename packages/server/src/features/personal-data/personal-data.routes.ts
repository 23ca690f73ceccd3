import type { RequestQuery } from '@campanero/contract/personal-data/request-schemas';
import { routesOf } from '../../http/mount.ts';
import { AppError, auditAbout, hit, type SignedCtx, trackContactReads, transact } from '../../work/index.ts';
import {
  answerRequest,
  changeRequest,
  createRequest,
  markDoNotCall,
  removeRequester,
  viewRequest,
} from './change-request.ts';
import { countRequests, selectRequests } from './requests.queries.ts';
import { selectCopies } from './copies.queries.ts';
import { displayName, type PersonReply, placeName } from './personal-data.words.ts';
import { getPersonalData, presentCalls, presentPersonalData, selectRecords } from './person-record.queries.ts';
import { FOUND_PERSONS_MAX, type FoundPerson } from '@campanero/contract/personal-data/schemas';
import { type PersonSearch, readSearch } from '@campanero/contract/personal-data/search';
import { type FoundPersonRecord, searchPeople } from '../../call-store/read/index.ts';

async function listRequests({ db, actor }: SignedCtx, query: RequestQuery) {
  const { pageNumber, pageSize } = query;
  const [requests, totalElementsCount] = await Promise.all([
    selectRequests(db, actor, query, { limit: pageSize, offset: pageNumber * pageSize }),
    countRequests(db, actor, query),
  ]);
  return { requests, totalElementsCount, page: pageNumber };
}

async function afterChange(ctx: SignedCtx, id: number, change: Promise<void>) {
  await change;
  return viewRequest(ctx, id);
}

export const personalDataRoutes = routesOf('personalData', {
  search: ({ body }, ctx) => findPersons(ctx, body.text),
  person: ({ params }, ctx) => openPerson(ctx, params.id),
  calls: ({ params, query }, ctx) => viewCalls(ctx, params.id, query),
  copies: async ({ params }, { db, heavyDb, read }) => {
    const held = await getPersonalData(db, params.id);
    return read(heavyDb, (server) => selectCopies(server, held));
  },
  requests: ({ query }, ctx) => listRequests(ctx, query),
  request: ({ params }, ctx) => viewRequest(ctx, params.id),
  createRequest: ({ body }, ctx) => createRequest(ctx, body),
  changeRequest: ({ params: { id }, body }, ctx) => afterChange(ctx, id, changeRequest(ctx, id, body)),
  answerRequest: ({ params: { id }, body }, ctx) => afterChange(ctx, id, answerRequest(ctx, id, body)),
  markDoNotCall: ({ params: { id }, body }, ctx) => afterChange(ctx, id, markDoNotCall(ctx, id, body.version)),
  removeRequester: ({ params: { id }, body }, ctx) => afterChange(ctx, id, removeRequester(ctx, id, body.version)),
  records: ({ params, query }, ctx) => viewRecords(ctx, params.id, query),
});

/** Repeated views by the same user within this time leave no second record: the page refetches. */
const REPEATED_VIEW = { limit: 1, windowSeconds: 600 };

/** Audited once per visit, and counts as reading the contact. */
async function openPerson(ctx: SignedCtx, personId: number): Promise<PersonReply> {
  const held = await getPersonalData(ctx.db, personId);
  await auditView(ctx, personId);
  await trackContactReads(ctx, held.calls, 'page');
  return presentPersonalData(ctx.db, ctx.actor, held);
}

const auditView = (ctx: SignedCtx, personId: number) =>
  transact(ctx, { remember: false }, async ({ trx, actor, now, audit }) => {
    const { allowed } = await hit(trx, `personal-data:${actor.id}:${personId}`, REPEATED_VIEW, now);
    const after = { Acción: 'Datos personales consultados' };
    if (allowed) await audit(auditAbout('CONTACTO', 'person')(personId, 'ACCIÓN'), { after });
  });

type Slice = { pageNumber: number; pageSize: number };

async function viewCalls({ db }: SignedCtx, personId: number, { pageNumber, pageSize }: Slice) {
  const calls = presentCalls(await getPersonalData(db, personId));
  return {
    calls: calls.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize),
    totalElementsCount: calls.length,
    page: pageNumber,
  };
}

async function viewRecords({ db, actor }: SignedCtx, personId: number, { pageNumber, pageSize }: Slice) {
  const held = await getPersonalData(db, personId);
  const { records, total } = await selectRecords(db, actor, held, { limit: pageSize, offset: pageNumber * pageSize });
  return { records, totalElementsCount: total, page: pageNumber };
}

/** Finds persons in any notation. The audit record has the kind of search and the number of results, never the text. */
async function findPersons(ctx: SignedCtx, text: string): Promise<{ persons: FoundPerson[]; hasMore: boolean }> {
  const search = readSearch(text);
  if (!search) throw new AppError('VALIDATION');
  const found = await searchPeople(ctx, search, FOUND_PERSONS_MAX + 1);
  const persons = found.slice(0, FOUND_PERSONS_MAX);
  await transact(ctx, { remember: false }, ({ actor, audit }) =>
    audit(auditAbout('CONTACTO', 'user')(actor.id, 'ACCIÓN'), {
      after: {
        Acción: 'Búsqueda de datos personales',
        'Buscó por': keysOf(search),
        Encontrados: found.length > persons.length ? `más de ${FOUND_PERSONS_MAX}` : persons.length,
      },
    }),
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

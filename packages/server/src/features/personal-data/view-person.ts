import { auditAbout, hit, type SignedCtx, trackContactReads, transact } from '../../work/index.ts';
import { selectCopies } from './copies.queries.ts';
import type { CopiesReply, PersonReply } from './personal-data.words.ts';
import { getPersonalData, presentCalls, presentPersonalData, selectRecords } from './person-record.queries.ts';

/** Repeated views by the same user within this time leave no second record: the page refetches. */
const REPEATED_VIEW = { limit: 1, windowSeconds: 600 };

/** Audited once per visit, and counts as reading the contact. */
export async function openPerson(ctx: SignedCtx, personId: number): Promise<PersonReply> {
  const held = await getPersonalData(ctx.db, personId);
  await auditView(ctx, personId);
  await trackContactReads(ctx, held.calls, 'page');
  return presentPersonalData(ctx.db, ctx.actor, held);
}

const auditView = (ctx: SignedCtx, personId: number) =>
  transact(ctx, { remember: false }, async ({ trx, actor, now, audit }) => {
    const { allowed } = await hit(trx, `personal-data:${actor.id}:${personId}`, REPEATED_VIEW, now);
    if (!allowed) return;
    await audit(
      auditAbout('CONTACTO', 'person')(personId, 'ACCIÓN', { after: { Acción: 'Datos personales consultados' } }),
    );
  });

type Slice = { pageNumber: number; pageSize: number };

export async function viewCalls({ db }: SignedCtx, personId: number, { pageNumber, pageSize }: Slice) {
  const calls = presentCalls(await getPersonalData(db, personId));
  return {
    calls: calls.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize),
    totalElementsCount: calls.length,
    page: pageNumber,
  };
}

export async function viewCopies({ db, heavyDb, read }: SignedCtx, personId: number): Promise<CopiesReply> {
  const held = await getPersonalData(db, personId);
  return read(heavyDb, (server) => selectCopies(server, held));
}

export async function viewRecords({ db, actor }: SignedCtx, personId: number, { pageNumber, pageSize }: Slice) {
  const held = await getPersonalData(db, personId);
  const { records, total } = await selectRecords(db, actor, held, { limit: pageSize, offset: pageNumber * pageSize });
  return { records, totalElementsCount: total, page: pageNumber };
}

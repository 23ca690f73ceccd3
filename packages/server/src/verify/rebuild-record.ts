import { formatDateTime } from '@campanero/contract/shared/dates';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { writeAudit, type AuditDetail, type AuditValues } from '../work/audit.ts';

/**
 * What a rebuild puts right looks afterwards as if it had never been wrong: where history was deleted, counters and calls then agree
 * with what is left. So each rebuild leaves a record in the audit chain, which nobody can remove unseen, and every later
 * verification shows them.
 */
interface Rebuild {
  campaign?: { id: number; name: string };
  /** Each difference that was put right, in words: what was there and what is there now. */
  differences: readonly string[];
  /** Registrations by the calls' own counters, before and after. */
  registrations?: { before: number; after: number };
  /** Registrations that calls had counted and their history no longer holds. */
  lost?: number;
}

const ACTION = 'Reconstrucción';
/** More sentences say nothing new, and a record is kept for good. */
const TOLD_MAX = 20;

export async function noteRebuild(
  trx: Trx,
  now: Date,
  { campaign, differences, registrations, lost = 0 }: Rebuild,
): Promise<void> {
  if (differences.length === 0) return;
  const rest = differences.length - TOLD_MAX;
  const told = [...differences.slice(0, TOLD_MAX), ...(rest > 0 ? [`… y ${rest} más.`] : [])];
  const counts = (n: number | undefined): AuditValues => ({ Registros: n });
  await writeAudit(
    trx,
    {
      action: 'ESTADÍSTICA',
      subaction: 'ACTUALIZAR',
      object: campaign ? { type: 'campaign', id: campaign.id } : { type: 'statistics', id: null },
      before: counts(registrations?.before),
      after: {
        Acción: ACTION,
        Campaña: campaign?.name,
        Diferencias: differences.length,
        'Registros perdidos': lost > 0 ? lost : undefined,
        ...counts(registrations?.after),
        Detalle: told.join(' '),
      },
    },
    { userId: null, at: now, requestId: null },
  );
}

/** Every rebuild so far, in words, the newest first. */
export async function listRebuilds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ at: Date; info: AuditDetail }>`
    select at, info from audit
    where action = 'ESTADÍSTICA' and subaction = 'ACTUALIZAR'
      and info -> 'modifications' @> ${JSON.stringify([{ label: 'Acción', value: ACTION }])}::jsonb
    order by id desc`.execute(db);
  return rows.map(({ at, info }) => {
    const values = Object.fromEntries(info.modifications.map(({ label, value }) => [label, value]));
    const lost = Number(values['Registros perdidos'] ?? 0);
    const count = Number(values['Diferencias']);
    return [
      `${formatDateTime(at.toISOString())}: se ${count === 1 ? 'corrigió una diferencia' : `corrigieron ${count} diferencias`}`,
      lost === 0
        ? '.'
        : lost === 1
          ? '; se perdió un registro del historial.'
          : `; se perdieron ${lost} registros del historial.`,
      ` ${String(values['Detalle'])}`,
    ].join('');
  });
}

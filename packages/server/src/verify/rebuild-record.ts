import { formatDateTime } from '@campanero/contract/shared/dates';
import type { Db, Trx } from '../db/client.ts';
import { selectRows } from '../db/select.ts';
import { writeAudit, type AuditDetail, type AuditValues } from '../work/audit.ts';

/** A repair hides its cause, so each leaves an audit record, which every later verification lists. */
interface Rebuild {
  campaign?: { id: number; name: string };
  differences: readonly string[];
  /** Registrations by the calls' counters, before and after. */
  registrations?: { before: number; after: number };
  /** Registrations that calls counted and the history no longer has. */
  lost?: number;
}

const ACTION = 'Reconstrucción';
/** Audit records are kept forever, so they stay short. */
const DETAILS_MAX = 20;

export async function recordRebuild(trx: Trx, now: Date, { campaign, differences, registrations, lost = 0 }: Rebuild) {
  if (differences.length === 0) return;
  const rest = differences.length - DETAILS_MAX;
  const details = [...differences.slice(0, DETAILS_MAX), ...(rest > 0 ? [`… y ${rest} más.`] : [])];
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
        Detalle: details.join(' '),
      },
    },
    { userId: null, at: now, requestId: null },
  );
}

export async function listRebuilds(db: Db): Promise<string[]> {
  const rows = await selectRows<{ at: Date; info: AuditDetail }>(db)`
    select at, info from audit
    where action = 'ESTADÍSTICA' and subaction = 'ACTUALIZAR'
      and info -> 'modifications' @> ${JSON.stringify([{ label: 'Acción', value: ACTION }])}::jsonb
    order by id desc`;
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

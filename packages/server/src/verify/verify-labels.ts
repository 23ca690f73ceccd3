import { countWritten, type Db, selectColumn, selectRows, selectValue, type Trx } from '../db/index.ts';

const ROWS_AT_ONCE = 50_000;

/** Label sets, by which the audit is searched: each record refers to the set of its labels, and each set exists. */
export async function verifyLabels(db: Db): Promise<string[]> {
  const findings: string[] = [];
  const forged = await selectColumn<number>(db)`
    select id from audit_label_set where id <> audit_label_set_id(labels) order by 1`;
  findings.push(...forged.map((id) => `El conjunto de etiquetas ${id} de la auditoría no tiene sus etiquetas.`));
  const missing = new Set<number>();
  for await (const { from, to } of readRanges(db)) {
    const rows = await selectRows<{ id: number; isWrong: boolean; labelSet: number }>(db)`
      select min(id) as id, label_set, label_set is distinct from audit_label_set_id(audit_labels(info)) as is_wrong
      from audit where id > ${from} and id <= ${to}
        and (label_set is distinct from audit_label_set_id(audit_labels(info))
          or not exists (select from audit_label_set s where s.id = audit.label_set))
      group by 2, 3 order by 1`;
    for (const { id, isWrong, labelSet } of rows) {
      if (isWrong) findings.push(`El registro ${id} de la auditoría no nombra el conjunto de sus etiquetas.`);
      else missing.add(labelSet);
    }
  }
  findings.push(...[...missing].map((id) => `Falta el conjunto de etiquetas ${id} de la auditoría.`));
  return findings;
}

/** The sets are derived from immutable records: deletes wrong ones, inserts missing ones and returns how many. */
export async function rebuildLabels(trx: Trx): Promise<number> {
  let changed = await countWritten(trx)`delete from audit_label_set where id <> audit_label_set_id(labels)`;
  for await (const { from, to } of readRanges(trx)) {
    changed += await countWritten(trx)`
      insert into audit_label_set (id, labels)
      select distinct on (label_set) label_set, audit_labels(info) from audit
      where id > ${from} and id <= ${to} and label_set = audit_label_set_id(audit_labels(info))
        and not exists (select from audit_label_set s where s.id = audit.label_set)
      order by label_set`;
  }
  return changed;
}

async function* readRanges(db: Db | Trx): AsyncGenerator<{ from: number; to: number }> {
  const last = (await selectValue<number | null>(db)`select max(id) from audit`) ?? 0;
  for (let from = 0; from < last; from += ROWS_AT_ONCE) yield { from, to: from + ROWS_AT_ONCE };
}

import { AUDIT_ACTIONS, AUDIT_SUBACTIONS } from '@campanero/contract/audit-log/schemas';
import { fold } from '@campanero/contract/shared/text';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { containsText } from '../../db/text.ts';

/** Who did what nobody signed in did. */
export const SYSTEM_NAME = 'Sistema';

/** What a typed text means: the values it could stand for, each of them an index lookup. */
export interface TextMatch {
  id: number | undefined;
  actions: string[];
  subactions: string[];
  userIds: number[];
  isSystem: boolean;
  labelSets: number[];
}

/**
 * Free text goes over action, subaction, person and labels, and a whole number also over the record's own id. All of these
 * have few distinct values: they are searched here, and the records are then found by value instead of read one by one.
 */
export async function findTextMatch(db: Db, typed: string): Promise<TextMatch> {
  const holds = (text: string) => fold(text).includes(fold(typed));
  const [people, sets] = await Promise.all([
    db
      .selectFrom('appUser')
      .select('id')
      .where(containsText(sql<string>`trim(first_name || ' ' || last_name)`, typed))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('auditLabelSet')
      .select('id')
      .distinct()
      .where(
        sql<boolean>`exists (select from jsonb_array_elements_text(labels) as label where ${containsText(sql.ref('label'), typed)})`,
      )
      .orderBy('id')
      .execute(),
  ]);
  return {
    id: /^\d{1,15}$/.test(typed) ? Number(typed) : undefined,
    actions: AUDIT_ACTIONS.filter(holds),
    subactions: AUDIT_SUBACTIONS.filter(holds),
    userIds: people.map(({ id }) => id),
    isSystem: holds(SYSTEM_NAME),
    labelSets: sets.map(({ id }) => id),
  };
}

import { PERSON_FIELDS } from '@campanero/contract/contacts/person-fields';
import { type Db, selectRows, type Trx } from '../../db/index.ts';
import type { PersonIdentifiers } from './person-matcher.policy.ts';

type FormerValues = Pick<PersonIdentifiers, 'firstNames' | 'lastNames' | 'names' | 'documents' | 'emails'>;

const VALUES_MAX = 20;

/** Former values of these persons according to the audit: copies elsewhere may still have them. */
export async function selectFormerValues(db: Db | Trx, personIds: readonly number[]): Promise<FormerValues> {
  const rows = await selectRows<{ label: string; value: string }>(db)`
    select distinct said.label, said.value from audit
    cross join lateral (
      select e->>'label' as label, e->>'prevValue' as value from jsonb_array_elements(info->'entries') e
      union all
      select m->>'label', m->>'value' from jsonb_array_elements(info->'modifications') m) said
    where object_type in ('person', 'call') and object_type = 'person' and object_id = any(${personIds.map(String)}::text[])
      and removed_at is null and said.value <> ''`;
  const valuesOf = (field: string): string[] => {
    const label = PERSON_FIELDS.find(({ name }) => name === field)!.label;
    return rows
      .filter((row) => row.label === label)
      .map(({ value }) => value)
      .slice(0, VALUES_MAX);
  };
  return {
    firstNames: valuesOf('firstName'),
    lastNames: valuesOf('lastName'),
    names: valuesOf('businessName'),
    documents: valuesOf('document'),
    emails: valuesOf('email'),
  };
}

import type { AuditEntry } from '@campanero/contract/audit-log/schemas';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { PageHeader } from '../../components/page-header.tsx';
import { AuditDetailDialog } from '../../features/audit-log/components/audit-detail-dialog.tsx';
import { AuditList } from '../../features/audit-log/components/audit-list.tsx';
import { useAuditList } from '../../features/audit-log/hooks/use-audit-list.ts';
import { recordCount } from '../../features/audit-log/texts.ts';
import { usersQuery } from '../../features/lookups/api/lookups.ts';
import { mayAccess } from '../../lib/can.ts';
import { useSession } from '../../lib/session.ts';

/** Its calendar would weigh on the page; most visits never open it. */
const AuditFilterDialog = lazy(async () => ({
  default: (await import('../../features/audit-log/components/audit-filter-dialog.tsx')).AuditFilterDialog,
}));

export function AuditPage() {
  const seesAll = mayAccess('audit.all', useSession());
  const list = useAuditList(seesAll);
  const [isFiltering, setFiltering] = useState(false);
  const [opened, setOpened] = useState<AuditEntry>();
  // Names are needed by the open form, and by the tag of a filter that names somebody.
  const people = useQuery({
    ...usersQuery(),
    enabled: seesAll && (isFiltering || list.query.userId !== undefined),
  });
  const total = list.result.data?.totalElementsCount;
  return (
    <>
      <PageHeader title="Auditoría" aside={total !== undefined && recordCount(total, !seesAll)} />
      <AuditList list={list} people={people.data} onOpenFilters={() => setFiltering(true)} onOpen={setOpened} />
      {opened && <AuditDetailDialog record={opened} onClose={() => setOpened(undefined)} />}
      {isFiltering && (
        <Suspense fallback={null}>
          <AuditFilterDialog
            filters={list.query}
            seesAll={seesAll}
            people={people.data}
            onClose={() => setFiltering(false)}
            onApply={(filters) => {
              list.onFilter(filters);
              setFiltering(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

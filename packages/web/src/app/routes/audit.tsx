import { auditLog, type AuditEntry } from '@campanero/contract/audit-log/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Inline } from '../../components/layout.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { recordCount } from '../../features/audit-log/audit-changes.ts';
import { AuditDetailDialog } from '../../features/audit-log/audit-detail-dialog.tsx';
import { AuditList, useAuditList } from '../../features/audit-log/audit-list.tsx';
import { ChainAlert, ChainLine } from '../../features/audit-log/chain-status.tsx';
import { AuditExport } from '../../features/exports/export-menu.tsx';
import { usersQuery } from '../../features/lookups/api.ts';
import { can, mayAccess } from '../../lib/can.ts';
import { useSession } from '../../lib/session.ts';
import { paths } from '../pages.ts';

export function AuditPage() {
  const session = useSession();
  const seesAll = mayAccess('audit.all', session);
  const seesChain = can(auditLog.lastCheck, session);
  const list = useAuditList({ seesAll });
  const people = useQuery({ ...usersQuery(), enabled: seesAll && list.needs('userId') });
  const [opened, setOpened] = useState<AuditEntry>();
  return (
    <>
      <PageHeader
        title="Auditoría"
        aside={list.total !== undefined && recordCount(list.total, !seesAll)}
        action={
          seesAll && (
            <Inline gap={3}>
              {seesChain && <ChainLine />}
              <AuditExport query={list.query} linkTo={paths.export} />
            </Inline>
          )
        }
      />
      {seesChain && <ChainAlert />}
      <AuditList
        list={list}
        seesAll={seesAll}
        seesSignIns={!seesAll || mayAccess('audit.restricted', session)}
        people={people.data}
        onOpen={setOpened}
      />
      {opened && <AuditDetailDialog record={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

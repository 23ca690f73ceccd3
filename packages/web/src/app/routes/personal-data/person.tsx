import type { AuditEntry } from '@campanero/contract/audit-log/schemas';
import type { HeldPerson } from '@campanero/contract/personal-data/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../components/page/messages.tsx';
import { PageHeader, PageSkeleton } from '../../../components/page/page-header.tsx';
import { happenedText } from '../../../features/audit-log/audit-changes.ts';
import { AuditDetailDialog } from '../../../features/audit-log/audit-detail-dialog.tsx';
import { personQuery } from '../../../features/personal-data/api.ts';
import { PersonCalls } from '../../../features/personal-data/person-calls.tsx';
import { PersonCopies } from '../../../features/personal-data/person-copies.tsx';
import { Columns, PersonFields, PersonFlags, PersonNumbers } from '../../../features/personal-data/person-data.tsx';
import { PersonRecords } from '../../../features/personal-data/person-records.tsx';
import { PERSON_FAILED } from '../../../features/personal-data/texts.ts';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { useAddressId, usePageTitle } from '../../../lib/page.ts';
import { paths } from '../../pages.ts';
import { NotFound } from '../not-found.tsx';

/** Everything that is held of one person, on one page. */
export function PersonalDataPersonPage() {
  const id = useAddressId();
  const { data, error, refetch } = useQuery(personQuery(id));
  if (data) return <PersonView key={id} held={data} />;
  if (error instanceof ApiError && error.status === 404) return <NotFound what="person" />;
  if (error) return <ErrorState message={errorText(error, PERSON_FAILED)} onRetry={() => void refetch()} />;
  return <PageSkeleton />;
}

function PersonView({ held }: { held: HeldPerson }) {
  const [opened, setOpened] = useState<AuditEntry>();
  const { id } = held.person;
  const title = held.name || (held.erasedAt ? 'Datos borrados' : 'Sin nombre');
  usePageTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        aside={<bdi>{id}</bdi>}
        action={
          // What can be done about the person's data; the gravest comes last.
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }} />
        }
      />
      {held.erasedAt && (
        <Alert severity="info" sx={{ mb: 4 }}>
          Los datos de esta persona se borraron a su pedido el {formatDateTime(held.erasedAt)}.
        </Alert>
      )}
      <Columns>
        <div>
          <PersonFields held={held} />
          <PersonCalls personId={id} linkTo={(call) => paths.contact(call.campaign.id, call.id, call.number)} />
          <PersonRecords personId={id} describe={happenedText} onOpen={setOpened} />
        </div>
        <div>
          <PersonFlags held={held} />
          <PersonNumbers held={held} linkTo={paths.personalDataPerson} />
          <PersonCopies personId={id} campaignLink={paths.campaignDetail} />
        </div>
      </Columns>
      {opened && <AuditDetailDialog record={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

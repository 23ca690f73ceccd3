import type { AuditEntry } from '@campanero/contract/audit-log/schemas';
import { personalData } from '@campanero/contract/personal-data/endpoints';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Button } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../lib/queries.ts';
import { personScope, sliceQuery } from './api.ts';
import { FIRST_SLICE, PagedSection } from './paged-section.tsx';
import { RECORDS_FAILED } from './texts.ts';

interface PersonRecordsProps {
  personId: number;
  /** What happened, in one line. */
  describe: (record: AuditEntry) => string;
  onOpen: (record: AuditEntry) => void;
}

/** What was recorded about the person, their calls and their requests: who did what, and who looked. */
export function PersonRecords({ personId, describe, onOpen }: PersonRecordsProps) {
  const [slice, setSlice] = useState(FIRST_SLICE);
  const input = { params: { id: personId }, query: sliceQuery(slice) };
  const answer = useQuery(
    endpointQuery(personScope(personId), personalData.records, input, { placeholderData: keepPreviousData }),
  );
  return (
    <PagedSection
      title="Registros de auditoría"
      answer={answer}
      slice={slice}
      onSlice={setSlice}
      empty="No hay registros sobre esta persona."
      failed={RECORDS_FAILED}
    >
      {answer.data?.records.map((record) => (
        <li key={record.id}>
          <Button
            variant="text"
            size="small"
            onClick={() => onOpen(record)}
            sx={{ px: 0, textAlign: 'start', whiteSpace: 'normal', height: 'auto', minHeight: 28 }}
          >
            {describe(record)}
          </Button>
          <p>
            {record.userName}, el {formatDateTime(record.createdAt)} · {record.object}
          </p>
        </li>
      ))}
    </PagedSection>
  );
}

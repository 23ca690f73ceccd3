import type { AuditEntry } from '@campanero/contract/audit-log/schemas';
import { PAGE_SIZES } from '@campanero/contract/limits';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pager } from '../../components/table/pager.tsx';
import { recordsQuery } from './api.ts';
import { Rows, Section, SectionNote, SectionState } from './section.tsx';
import { RECORDS_FAILED } from './texts.ts';

interface PersonRecordsProps {
  personId: number;
  /** What happened, in one line. */
  describe: (record: AuditEntry) => string;
  onOpen: (record: AuditEntry) => void;
}

/** What was recorded about the person, their calls and their requests: who did what, and who looked. */
export function PersonRecords({ personId, describe, onOpen }: PersonRecordsProps) {
  const [page, setPage] = useState(0);
  const [size, setSize] = useState<number>(PAGE_SIZES[0]);
  const { data, error, refetch } = useQuery(recordsQuery(personId, { page, size }));
  const total = data?.totalElementsCount;
  return (
    <Section title="Registros de auditoría" aside={total === undefined ? undefined : formatCount(total)}>
      {data ? (
        <>
          {total === 0 && <SectionNote>No hay registros sobre esta persona.</SectionNote>}
          <Rows>
            {data.records.map((record) => (
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
          </Rows>
          {data.totalElementsCount > PAGE_SIZES[0] && (
            <Pager
              page={page}
              size={size}
              total={total}
              onPage={setPage}
              onSize={(chosen) => {
                setSize(chosen);
                setPage(0);
              }}
            />
          )}
        </>
      ) : (
        <SectionState error={error} failed={RECORDS_FAILED} onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

import { PAGE_SIZES } from '@campanero/contract/limits';
import { formatCount } from '@campanero/contract/shared/numbers';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Pager } from '../../components/table/pager.tsx';
import type { Slice } from './api.ts';
import { Rows, Section, SectionNote, SectionState } from './section.tsx';

export const FIRST_SLICE: Slice = { page: 0, size: PAGE_SIZES[0] };

interface PagedSectionProps {
  title: string;
  answer: Pick<UseQueryResult<{ totalElementsCount: number }>, 'data' | 'error' | 'refetch'>;
  slice: Slice;
  onSlice: (slice: Slice) => void;
  /** Said when there is nothing. */
  empty: string;
  failed: string;
  /** The rows of the page. */
  children: ReactNode;
}

/** A part of what is held of a person that may be long. */
export function PagedSection({ title, answer, slice, onSlice, empty, failed, children }: PagedSectionProps) {
  const total = answer.data?.totalElementsCount;
  return (
    <Section title={title} aside={total === undefined ? undefined : formatCount(total)}>
      {total === undefined ? (
        <SectionState error={answer.error} failed={failed} onRetry={() => void answer.refetch()} />
      ) : (
        <>
          {total === 0 && <SectionNote>{empty}</SectionNote>}
          <Rows>{children}</Rows>
          {total > PAGE_SIZES[0] && (
            <Pager
              {...slice}
              total={total}
              onPage={(page) => onSlice({ ...slice, page })}
              onSize={(size) => onSlice({ page: 0, size })}
            />
          )}
        </>
      )}
    </Section>
  );
}

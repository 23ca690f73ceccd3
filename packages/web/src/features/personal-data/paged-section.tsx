import { PAGE_SIZES } from '@campanero/contract/limits';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Box } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryState } from '../../components/page/query-state.tsx';
import { Rows, Section } from '../../components/page/section.tsx';
import { Pager } from '../../components/table/pager.tsx';
import type { Slice } from './api.ts';

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
    <Section title={title} aside={total === undefined ? undefined : formatCount(total)} note={total === 0 && empty}>
      {total === undefined ? (
        <Box sx={{ px: 4, pb: 4 }}>
          <QueryState query={answer} height={88} failed={failed} />
        </Box>
      ) : (
        <>
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

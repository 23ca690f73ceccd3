import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { queryClient } from '../lib/query-client.ts';

/** Until the server has answered everything that was asked of it. */
export const untilAllAnswered = () => waitFor(() => expect(queryClient.isFetching()).toBe(0));

/** Lets time go by in which something must not happen. What shall happen is waited for itself. */
export const seeNothingHappen = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

import { callingRules } from '@campanero/contract/calling-rules/endpoints';
import type { CallingDefaultBody, HolidayPatch } from '@campanero/contract/calling-rules/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** What applies to every campaign without rules of its own, with the holidays. */
export const callingDefaultQuery = () =>
  queryOptions({
    queryKey: ['calling-rules'] as const,
    queryFn: ({ signal }) => call(callingRules.view, undefined, { signal }),
  });

/** Campaigns follow the system's rules, and pages about calls follow campaigns. */
function useSave<V>(mutationFn: (values: V) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      return queryClient.invalidateQueries({ queryKey: ['calling-rules'] });
    },
  });
}

export const useSaveDefault = () => useSave((body: CallingDefaultBody) => call(callingRules.update, { body }));

/** A new one without `day`; else the holiday of that day. */
export const useSaveHoliday = (day: string | undefined) =>
  useSave((body: HolidayPatch) =>
    day === undefined
      ? call(callingRules.createHoliday, { body })
      : call(callingRules.updateHoliday, { params: { day }, body }),
  );

/** Asks the server how a holiday is saved now. */
export function useFreshHoliday() {
  const queryClient = useQueryClient();
  return async (day: string) =>
    (await queryClient.fetchQuery({ ...callingDefaultQuery(), staleTime: 0 })).holidays.find(
      (holiday) => holiday.day === day,
    );
}

export const useDeleteHoliday = () => useSave((day: string) => call(callingRules.deleteHoliday, { params: { day } }));

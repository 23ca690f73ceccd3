import { configuration } from '@campanero/contract/configuration/endpoints';
import type { ObjectivePatch, StatePatch, SubstatePatch } from '@campanero/contract/configuration/schemas';
import { objectiveBody, stateBody, substateBody } from '@campanero/contract/configuration/schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Where names of the catalogue stand: what is on the screen looks again at once, the rest when it is next shown. */
const NAMED_IN = ['configuration', 'lookups', 'campaigns'];

function useSave<V>(mutationFn: (values: V) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      for (const part of NAMED_IN) void queryClient.invalidateQueries({ queryKey: [part] });
    },
  });
}

/** Without an id it is a new one. */
export const useSaveObjective = (id: number | undefined) =>
  useSave((values: ObjectivePatch) =>
    id === undefined
      ? call(configuration.createObjective, { body: objectiveBody.parse(values) })
      : call(configuration.updateObjective, { params: { id }, body: values }),
  );

export const useSaveState = (id: number | undefined) =>
  useSave((values: StatePatch) =>
    id === undefined
      ? call(configuration.createState, { body: stateBody.parse(values) })
      : call(configuration.updateState, { params: { id }, body: values }),
  );

export const useSaveSubstate = (id: number | undefined) =>
  useSave((values: SubstatePatch) =>
    id === undefined
      ? call(configuration.createSubstate, { body: substateBody.parse(values) })
      : call(configuration.updateSubstate, { params: { id }, body: values }),
  );

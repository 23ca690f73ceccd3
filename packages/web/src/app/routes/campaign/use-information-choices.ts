import { useQuery } from '@tanstack/react-query';
import { callingDefaultQuery } from '../../../features/calling-rules/api.ts';
import type { InformationChoices } from '../../../features/campaigns/information-form.ts';
import { objectiveNamesQuery, operatorsQuery, supervisorsQuery } from '../../../features/lookups/api.ts';

export const useInformationChoices = (): InformationChoices => ({
  objectives: useQuery(objectiveNamesQuery()).data,
  supervisors: useQuery(supervisorsQuery()).data,
  operators: useQuery(operatorsQuery()).data,
  systemRules: useQuery(callingDefaultQuery()).data?.rules,
});

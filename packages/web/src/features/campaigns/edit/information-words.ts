import { listsInWords } from '@campanero/contract/block-lists/words';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import type { InformationChoices } from '../information-form.ts';
import { typeName, yesNo } from '../texts.ts';

/** The fields of the Información tab, as its form calls them. */
export const INFORMATION_LABELS = {
  name: 'Nombre',
  description: 'Descripción',
  externalId: 'Identificador externo',
  objectiveId: 'Objetivo',
  external: 'Tipo',
  coordinatedBy: 'Coordinador',
  operators: 'Operadores',
  startDate: 'Fecha de inicio',
  endDate: 'Fecha de fin',
  retryOtherHours: 'Reintentar en otro horario',
  obeysLists: 'Listas de bloqueo',
  exemptReason: 'Motivo de la exención',
  callingRules: 'Reglas de llamado',
};

interface Named {
  id: number;
  name: string;
}
export const namesOf = (known: readonly Named[], ids: readonly number[]) =>
  ids.map((id) => known.find((each) => each.id === id)?.name ?? String(id)).join(', ');

const bothSides = (people: InformationChoices['operators']) =>
  people ? [...people.internals, ...people.externals] : [];

/** The values of the Información tab in words. */
export const informationInWords =
  (campaign: CampaignDetail, { objectives, supervisors, operators }: InformationChoices) =>
  (field: string, value: unknown): string => {
    if (value === null && field !== 'callingRules') return '';
    switch (field) {
      case 'objectiveId':
        return namesOf([...(objectives ?? [])], [value as number]);
      case 'external':
        return typeName(value ? 1 : 0);
      case 'coordinatedBy':
        return namesOf(bothSides(supervisors), [value as number]);
      case 'operators':
        return namesOf([...campaign.operators, ...campaign.validOperators, ...bothSides(operators)], value as number[]);
      case 'startDate':
      case 'endDate':
        return value ? formatDateTime(value as string) : '';
      case 'retryOtherHours':
        return yesNo(value as boolean);
      case 'obeysLists':
        return listsInWords({ obeysLists: value as boolean, exemptReason: null });
      case 'callingRules':
        return value ? rulesInWords(value as CallingRules) : 'Las del sistema';
      default:
        return value as string;
    }
  };

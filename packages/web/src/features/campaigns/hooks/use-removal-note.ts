import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import { useQuery } from '@tanstack/react-query';
import { operatorLoadQuery } from '../api/campaign-extras.ts';

const calls = (count: number) => `${formatCount(count)} ${count === 1 ? 'llamado' : 'llamados'}`;

/** What taking these operators out would leave behind, in words (decisions 3). Asks nothing, only tells. */
export function useRemovalNote(campaign: CampaignDetail, operators: readonly number[]): string | undefined {
  const removed = campaign.operators.map(({ id }) => id).filter((id) => !operators.includes(id));
  const load = useQuery(operatorLoadQuery(campaign.id, removed)).data;
  if (removed.length === 0 || !load) return undefined;
  const names = load.operators.map(({ name }) => name).join(', ');
  const untouched = load.operators.reduce((sum, operator) => sum + operator.untouched, 0);
  const touched = load.operators.reduce((sum, operator) => sum + operator.touched, 0);
  if (untouched + touched === 0) return `Al guardar sale del equipo: ${names}. No tiene llamados asignados.`;
  return `Al guardar sale del equipo: ${names}. ${calls(untouched)} sin tocar quedan sin operador y ${calls(touched)} ya trabajados esperan que se los reparta.`;
}

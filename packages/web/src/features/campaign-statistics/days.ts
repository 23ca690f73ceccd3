import type { CampaignDay } from '@campanero/contract/statistics/campaign-endpoints';
import type { ChartData } from '../../components/chart/data.ts';
import { dayColumns } from '../../components/chart/day-columns.ts';

export const chartOfDays = (days: readonly CampaignDay[], today: string): ChartData => ({
  ...dayColumns(
    days.map(({ date, callsMade, effective, contactedOnly }) => ({
      date,
      values: [effective, contactedOnly, callsMade - effective - contactedOnly],
    })),
    today,
  ),
  unit: 'count',
  additive: true,
  series: [
    { key: 'effective', name: 'Efectivos', slot: 1 },
    { key: 'contacted', name: 'Otros contactados', slot: 3 },
    { key: 'others', name: 'Sin contacto', slot: 8 },
  ],
});

import type { OperatorDay } from '@campanero/contract/monitor/endpoints';
import { formatCount } from '@campanero/contract/shared/numbers';
import type { ReactNode } from 'react';
import { ChartCard } from '../../components/chart/chart-card.tsx';
import { sum } from '../../components/chart/data.ts';
import { StackedBars } from '../../components/chart/stacked-bars.tsx';
import { Spread, Strong } from '../../components/layout.tsx';
import { chartOfOperators, Controls, Toggle } from './figures-message.tsx';

const TITLE = 'Llamados registrados hoy por operador';

interface OperatorsTodayProps {
  day: OperatorDay | undefined;
  /** In place of the chart. */
  message: ReactNode;
  external: boolean;
  percent: boolean;
  onChange: (change: { external?: boolean; percent?: boolean }) => void;
}

export function OperatorsToday({ day, message, external, percent, onChange }: OperatorsTodayProps) {
  const data = chartOfOperators(day, percent);
  const total = sum(data.categories.map(({ values }) => sum(values)));
  return (
    <ChartCard
      title={TITLE}
      hideTitle
      data={data}
      legend="totals"
      message={message}
      emptyText={`Todavía no hay llamados registrados hoy por operadores ${external ? 'externos' : 'internos'}: aparecen a medida que se registran.`}
      controls={
        <Controls external={external} onSide={(is) => onChange({ external: is })}>
          <Toggle label="Porcentaje" checked={percent} onChange={(is) => onChange({ percent: is })} />
        </Controls>
      }
      footer={
        total > 0 && (
          <Spread component="footer" gap={2} sx={{ py: 2, typography: 'body2', color: 'text.secondary' }}>
            <span>{TITLE}. Orden: total, de mayor a menor.</span>
            <span>
              Total <Strong>{formatCount(total)}</Strong>
            </span>
          </Spread>
        )
      }
    >
      {(visible) => <StackedBars title={TITLE} data={visible} labelWidth={168} />}
    </ChartCard>
  );
}

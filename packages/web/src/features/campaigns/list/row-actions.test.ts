import { CAMPAIGN_STATUSES } from '@campanero/contract/campaigns/status';
import { expect, test } from 'vitest';
import { paths } from '../../../app/pages.ts';
import { rowActions } from './campaign-list.tsx';

const labels = (...given: Parameters<typeof rowActions>) => rowActions(...given).map((action) => action.label);

test.each(CAMPAIGN_STATUSES)('%s offers the pages that it has', (status) => {
  const statistics = status === 'PENDIENTE' ? [] : ['Ver Estadísticas'];
  const edit = status === 'FINALIZANDO' || status === 'FINALIZADA' ? [] : ['Editar campaña'];
  expect(labels({ id: 3, status }, paths, true)).toEqual([
    'Ver audiencia',
    'Ver campaña',
    ...statistics,
    ...edit,
    'Duplicar campaña',
  ]);
  expect(labels({ id: 3, status }, paths, false)).toEqual(['Ver audiencia', 'Ver campaña', ...statistics]);
});

test('each entry leads to its campaign', () => {
  expect(rowActions({ id: 3, status: 'EN CURSO' }, paths, true).map((action) => action.run)).toEqual([
    '/campaign/detail/3',
    '/campaign/3',
    '/campaign/stats/3',
    '/campaign/edit/3',
    '/campaigns/create?from=3',
  ]);
});

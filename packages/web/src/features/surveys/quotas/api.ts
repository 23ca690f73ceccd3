import { surveys } from '@campanero/contract/surveys/endpoints';
import type { QuotaBoard, QuotaCell, QuotaCellBody } from '@campanero/contract/surveys/quota-schemas';
import { skipToken } from '@tanstack/react-query';
import { useChange } from '../../../lib/changes.ts';
import { call } from '../../../lib/api.ts';
import { endpointKey, endpointQuery, invalidate } from '../../../lib/queries.ts';

export const quotasQuery = (campaignId: number) =>
  endpointQuery('surveys', surveys.quotas, { params: { id: campaignId } });
export const askedQuery = ({ id, survey }: { id: number; survey: object | null }) =>
  endpointQuery('surveys', surveys.ofCampaign, survey ? { params: { id } } : skipToken);

/** Without what the server counts and names. */
export const cellBodyOf = ({ sectionName: _name, filled: _filled, ...cell }: QuotaCell): QuotaCellBody => cell;

/** All cells are sent, with the version they were read in. */
export const useSaveQuotas = (campaignId: number) =>
  useChange(
    ({ cells, version }: { cells: QuotaCellBody[]; version: number }): Promise<QuotaBoard> =>
      call(surveys.saveQuotas, { params: { id: campaignId }, body: { cells, version } }),
    {
      replaces: () => quotasQuery(campaignId),
      changes: ['campaigns'],
      evenIfRefused: true,
      // A colleague's cells and version: the next attempt is on those.
      onError: () => invalidate(endpointKey('surveys', surveys.quotas)),
    },
  );

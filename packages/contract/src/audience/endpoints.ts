import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { BODY_LIMITS } from '../limits.ts';
import { id } from '../shared/paging.ts';
import * as listSchemas from './list-schemas.ts';
import * as segmentSchemas from './segment-schemas.ts';

const SPLIT_ERRORS = ['CAMPAIGN_PROCESSING', 'CAMPAIGN_FINISHED', 'PERSON_NOT_ALLOWED'] as const;

export const audience = {
  list: endpoint('GET', '/campaign/:id/audience', 'campaign.detail', {
    summary: 'La audiencia de una campaña, por páginas',
    query: listSchemas.audienceListQuery,
    response: listSchemas.audiencePage,
    errors: ['CAMPAIGN_PROCESSING'],
  }),
  operatorList: endpoint('GET', '/campaign/:id/audience/operator', 'staff', {
    summary: 'La audiencia como la ve un operador de la campaña',
    query: listSchemas.operatorListQuery,
    response: listSchemas.audiencePage,
    errors: ['CAMPAIGN_PROCESSING'],
  }),
  count: endpoint('GET', '/campaign/:id/audience/count', 'staff', {
    service: 'campaign.detail',
    summary: 'Cuántos de la audiencia cumplen los filtros',
    query: listSchemas.audienceListQuery,
    response: z.object({ totalElementsCount: z.number() }),
    errors: ['CAMPAIGN_PROCESSING'],
  }),
  assigned: endpoint('GET', '/campaign/:id/audience/assigned', 'campaign.manage', {
    summary: 'Cuántos llamados tiene cada operador, y cuántos le quedan',
    response: listSchemas.assignedOperators,
  }),
  segmentable: endpoint('GET', '/campaign/:id/audience/segmentable', 'campaign.manage', {
    summary: 'Cuántos números sin operador cumplen los filtros',
    query: segmentSchemas.segmentFilters,
    /** Matching calls that are unassigned and not blocked. */
    response: z.object({ total: z.number() }),
    errors: ['CAMPAIGN_PROCESSING'],
  }),
  segment: endpoint('PUT', '/campaign/:id/audience', 'campaign.manage', {
    summary: 'Reparte entre operadores los números sin operador que cumplen los filtros',
    query: segmentSchemas.segmentFilters,
    body: segmentSchemas.segmentBody,
    response: segmentSchemas.segmentation,
    idempotentBecause: 'hands out only calls that still have no operator',
    errors: [...SPLIT_ERRORS, 'TOO_MANY_PER_OPERATOR', 'AMOUNT_OVER_TOTAL', 'NOTHING_TO_SEGMENT'],
  }),
  lastSegmentation: endpoint('GET', '/campaign/:id/segmentation/last', 'campaign.manage', {
    summary: 'La última segmentación que sigue en pie, y si se puede deshacer',
    response: segmentSchemas.lastSegmentation,
  }),
  undoSegmentation: endpoint('DELETE', '/campaign/:id/segmentation/:segmentationId', 'campaign.manage', {
    summary: 'Deshace una segmentación de la que nada fue tocado',
    params: z.object({ id, segmentationId: id }),
    response: z.object({ segmentationId: z.number(), total: z.number() }),
    errors: ['CAMPAIGN_PROCESSING', 'CAMPAIGN_FINISHED', 'SEGMENTATION_TOUCHED'],
  }),
  rebalanceable: endpoint('GET', '/campaign/:id/rebalance', 'campaign.manage', {
    summary: 'Cuántos llamados de esos operadores pasaría Rebalancear a otros',
    query: segmentSchemas.rebalanceableQuery,
    response: z.object({ total: z.number() }),
    errors: ['CAMPAIGN_PROCESSING'],
  }),
  rebalance: endpoint('POST', '/campaign/:id/rebalance', 'campaign.manage', {
    summary: 'Pasa los llamados abiertos de unos operadores a otros',
    body: segmentSchemas.rebalanceBody,
    bodyLimit: BODY_LIMITS.severalLists,
    response: segmentSchemas.rebalanced,
    errors: [...SPLIT_ERRORS, 'TOO_MANY_PER_OPERATOR', 'NOTHING_TO_REBALANCE'],
  }),
};

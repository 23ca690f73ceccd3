import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../shared/paging.ts';
import { assignedOperators, audienceCount, audienceListQuery, audiencePage } from './list-schemas.ts';
import {
  lastSegmentation,
  rebalanceBody,
  rebalanced,
  segmentable,
  segmentation,
  segmentBody,
  segmentFilters,
  undone,
} from './segment-schemas.ts';

const campaignKey = z.object({ id });
const SPLIT_ERRORS = ['CAMPAIGN_PROCESSING', 'CAMPAIGN_FINISHED', 'PERSON_NOT_ALLOWED'] as const;

/** The audience of a campaign: its rows, and how they are handed out. How they come in: loads. */
export const audience = {
  list: endpoint({
    method: 'GET',
    path: '/campaign/:id/audience',
    summary: 'La audiencia de una campaña, por páginas',
    access: 'campaign.detail',
    params: campaignKey,
    query: audienceListQuery,
    response: audiencePage,
    errors: ['CAMPAIGN_PROCESSING'],
  }),
  operatorList: endpoint({
    method: 'GET',
    path: '/campaign/:id/audience/operator',
    summary: 'La audiencia como la ve un operador de la campaña',
    access: 'staff',
    params: campaignKey,
    query: audienceListQuery,
    response: audiencePage,
    errors: ['CAMPAIGN_PROCESSING'],
  }),
  count: endpoint({
    method: 'GET',
    path: '/campaign/:id/audience/count',
    summary: 'Cuántos de la audiencia cumplen los filtros',
    access: 'staff',
    params: campaignKey,
    query: audienceListQuery,
    response: audienceCount,
    errors: ['CAMPAIGN_PROCESSING'],
  }),
  assigned: endpoint({
    method: 'GET',
    path: '/campaign/:id/audience/assigned',
    summary: 'Cuántos llamados tiene cada operador, y cuántos le quedan',
    access: 'campaign.manage',
    params: campaignKey,
    response: assignedOperators,
  }),
  segmentable: endpoint({
    method: 'GET',
    path: '/campaign/:id/audience/segmentable',
    summary: 'Cuántos números sin operador cumplen los filtros',
    access: 'campaign.manage',
    params: campaignKey,
    query: segmentFilters,
    response: segmentable,
    errors: ['CAMPAIGN_PROCESSING'],
  }),
  segment: endpoint({
    method: 'PUT',
    path: '/campaign/:id/audience',
    summary: 'Reparte entre operadores los números sin operador que cumplen los filtros',
    access: 'campaign.manage',
    params: campaignKey,
    query: segmentFilters,
    body: segmentBody,
    response: segmentation,
    errors: [...SPLIT_ERRORS, 'TOO_MANY_PER_OPERATOR', 'AMOUNT_OVER_TOTAL', 'NOTHING_TO_SEGMENT'],
    audited: true,
  }),
  lastSegmentation: endpoint({
    method: 'GET',
    path: '/campaign/:id/segmentation/last',
    summary: 'La última segmentación que sigue en pie, y si se puede deshacer',
    access: 'campaign.manage',
    params: campaignKey,
    response: lastSegmentation,
  }),
  undoSegmentation: endpoint({
    method: 'DELETE',
    path: '/campaign/:id/segmentation/:segmentationId',
    summary: 'Deshace una segmentación de la que nada fue tocado',
    access: 'campaign.manage',
    params: z.object({ id, segmentationId: id }),
    response: undone,
    errors: ['CAMPAIGN_PROCESSING', 'CAMPAIGN_FINISHED', 'SEGMENTATION_TOUCHED'],
    audited: true,
  }),
  rebalance: endpoint({
    method: 'POST',
    path: '/campaign/:id/rebalance',
    summary: 'Pasa los llamados abiertos de unos operadores a otros',
    access: 'campaign.manage',
    params: campaignKey,
    body: rebalanceBody,
    response: rebalanced,
    errors: [...SPLIT_ERRORS, 'TOO_MANY_PER_OPERATOR', 'NOTHING_TO_REBALANCE'],
    audited: true,
  }),
};

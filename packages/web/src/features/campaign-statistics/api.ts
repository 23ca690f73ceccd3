import type { SpanQuery } from '@campanero/contract/shared/span';
import { campaignStatistics } from '@campanero/contract/statistics/campaign-endpoints';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Other dates keep the same campaign's figures on screen until the new ones are there; another campaign's never. */
const ofSameCampaign =
  (campaignId: number) =>
  <T>(previous: T | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[2] === campaignId ? keepPreviousData(previous) : undefined;

export const campaignFiguresQuery = (campaignId: number, span: SpanQuery) =>
  queryOptions({
    queryKey: ['statistics', 'campaign', campaignId, span] as const,
    queryFn: ({ signal }) => call(campaignStatistics.campaign, { params: { campaignId }, query: span }, { signal }),
    placeholderData: ofSameCampaign(campaignId),
  });

export const campaignDaysQuery = (campaignId: number, span: SpanQuery) =>
  queryOptions({
    queryKey: ['statistics', 'days', campaignId, span] as const,
    queryFn: ({ signal }) => call(campaignStatistics.days, { params: { campaignId }, query: span }, { signal }),
    placeholderData: ofSameCampaign(campaignId),
  });

/** The caller's own registrations, by day. */
export const ownDaysQuery = (campaignId: number, span: SpanQuery) =>
  queryOptions({
    queryKey: ['statistics', 'own-days', campaignId, span] as const,
    queryFn: ({ signal }) => call(campaignStatistics.ownDays, { params: { campaignId }, query: span }, { signal }),
    placeholderData: ofSameCampaign(campaignId),
  });

/** The caller's own day against their usual. */
export const ownTodayQuery = (campaignId: number) =>
  queryOptions({
    queryKey: ['statistics', 'own-today', campaignId] as const,
    queryFn: ({ signal }) => call(campaignStatistics.ownToday, { params: { campaignId } }, { signal }),
  });

/** The caller's own figures. */
export const ownFiguresQuery = (campaignId: number, span: SpanQuery) =>
  queryOptions({
    queryKey: ['statistics', 'own', campaignId, span] as const,
    queryFn: ({ signal }) => call(campaignStatistics.own, { params: { campaignId }, query: span }, { signal }),
    placeholderData: ofSameCampaign(campaignId),
  });

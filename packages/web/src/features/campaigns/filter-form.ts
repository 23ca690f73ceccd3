import { campaignFilters, type CampaignFilters } from '@campanero/contract/campaigns/schemas';
import { z } from 'zod';
import { filledIn } from '../../lib/filled-in.ts';

type FilterName = keyof CampaignFilters;
/** The form holds text, as fields do; empty means not filtered by. */
export type FilterForm = Record<FilterName, string>;

const NAMES = Object.keys(campaignFilters.shape) as FilterName[];

export const formOf = (filters: CampaignFilters): FilterForm =>
  Object.fromEntries(NAMES.map((name) => [name, String(filters[name] ?? '')])) as FilterForm;

/** The endpoint's own rules, over what was filled in: only non-empty fields are sent (spec 5, Filters). */
export const filterFormSchema = z.preprocess((form: FilterForm) => filledIn(form), campaignFilters);

import { AppError } from '../../work/app-error.ts';

/** Where a script is fetched, with the token (decisions 2). */
export const scriptLink = (campaignId: number, scriptId: number) => `/api/campaign/${campaignId}/script/${scriptId}`;

/** The scripts that comma-joined links name. A link of another campaign, or no link at all, is a mistake of the caller. */
export function scriptIdsOf(campaignId: number, links: string): Set<number> {
  const given = links
    .split(',')
    .map((link) => link.trim())
    .filter(Boolean);
  const ids = given.map((link) => {
    const id = Number(/\/script\/(\d{1,10})$/.exec(link)?.[1]);
    if (link !== scriptLink(campaignId, id))
      throw new AppError('VALIDATION', { fields: [{ field: 'links', message: 'No es un guion de esta campaña.' }] });
    return id;
  });
  return new Set(ids);
}

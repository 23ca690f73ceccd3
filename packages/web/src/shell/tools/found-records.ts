import { campaignLists } from '@campanero/contract/campaigns/list-endpoints';
import { SEARCH_DEBOUNCE_MS, SUGGESTIONS_MAX } from '@campanero/contract/limits';
import { users } from '@campanero/contract/users/endpoints';
import { skipToken, useQuery } from '@tanstack/react-query';
import { PAGES, paths } from '../../app/pages.ts';
import { useDebounced } from '../../components/fields/search-input.tsx';
import { IconSpeakerphone, IconUser } from '../../components/icons.ts';
import { useTitle } from '../../i18n/i18n.ts';
import { can } from '../../lib/can.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { useIsAdmitted } from '../../lib/session-api.ts';
import { useSession } from '../../lib/session.ts';
import type { Destination } from './destinations.ts';

/** As far as the server reads a search. */
const TYPED_MAX = 200;
const page = { pageNumber: 0, pageSize: SUGGESTIONS_MAX };

/** Campaigns by name or number and, for administrators, users by name or mail. */
export function useFoundRecords(typed: string): { found: Destination[]; isSearching: boolean } {
  const session = useSession();
  const isAdmitted = useIsAdmitted();
  const titleOf = useTitle();
  const wanted = typed.trim();
  const settled = useDebounced(wanted, SEARCH_DEBOUNCE_MS);
  const isAsking = isAdmitted && wanted !== '' && wanted.length <= TYPED_MAX;
  // Results of an earlier text are not shown: a key may choose one of them.
  const asked = isAsking && settled === wanted;
  const general = { query: { ...page, general: wanted } };
  const byName = /^\d+$/.test(wanted) ? general : { query: { ...page, name: wanted } };
  const campaigns = useQuery(
    endpointQuery('campaigns', campaignLists.list, asked && can(campaignLists.list, session) ? byName : skipToken),
  );
  const people = useQuery(endpointQuery('users', users.list, asked && can(users.get, session) ? general : skipToken));
  const rows = people.data && 'users' in people.data ? people.data.users : [];
  return {
    found: [
      ...(campaigns.data?.campaigns ?? []).map(({ id, name }) => ({
        id: `campaign ${id}`,
        group: titleOf(PAGES.campaigns.title),
        title: name,
        spanish: String(id),
        icon: IconSpeakerphone,
        url: paths.campaign(id),
      })),
      ...rows.map(({ id, name, email }) => ({
        id: `user ${id}`,
        group: titleOf(PAGES.users.title),
        title: name,
        spanish: email,
        icon: IconUser,
        url: paths.user(id),
      })),
    ],
    isSearching: (isAsking && settled !== wanted) || campaigns.isFetching || people.isFetching,
  };
}

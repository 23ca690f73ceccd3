import { installation } from '@campanero/contract/installation/endpoints';
import { fetchFresh, useEndpointMutation } from '../../lib/changes.ts';
import { installationQuery } from '../../lib/installation.ts';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

export const firstDayQuery = () => endpointQuery('installation', installation.firstDay, undefined, { staleTime: 0 });
export const firstDayKey = endpointKey('installation', installation.firstDay);
export const installationSaved = { replaces: installationQuery, changes: [firstDayKey] };
export const reloadInstallation = () => fetchFresh(installationQuery());
export const useChangeInstallation = () => useEndpointMutation(installation.change, installationSaved);
export const useCloseFirstDay = () => useEndpointMutation(installation.closeFirstDay, { replaces: firstDayQuery });

export const INSTALLATION_FAILED = 'No fue posible guardar, por favor inténtelo de nuevo o contacte con el soporte.';
export const STEP_FORM = { variant: 'outlined', isAtStart: true, gap: 2 } as const;

import { installation, type InstallationFacts } from '@campanero/contract/installation/endpoints';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from './queries.ts';

export const installationQuery = () =>
  endpointQuery('installation', installation.facts, undefined, { staleTime: 10 * 60_000, retry: false });

const UNNAMED: InstallationFacts = { city: '', logoURL: null, districtId: null, areaCode: null, version: 0 };

/** Empty until the answer comes. */
export const useInstallation = (): InstallationFacts => useQuery(installationQuery()).data ?? UNNAMED;

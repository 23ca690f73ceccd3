import { installation, type InstallationFacts } from '@campanero/contract/installation/endpoints';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from './queries.ts';

/** Hardly ever changes; saving it replaces the cached answer. */
export const installationQuery = () =>
  endpointQuery('installation', installation.facts, undefined, { staleTime: 10 * 60_000, retry: false });

const UNNAMED: InstallationFacts = { city: '', logoURL: null, districtId: null, areaCode: null, version: 0 };

/** The city's name and logo, for the frame around every page; nameless until the answer comes. */
export const useInstallation = (): InstallationFacts => useQuery(installationQuery()).data ?? UNNAMED;

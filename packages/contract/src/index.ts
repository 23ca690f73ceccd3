import { audience } from './audience/endpoints.ts';
import { auditLog } from './audit-log/endpoints.ts';
import { auth, shell } from './auth/endpoints.ts';
import { identity } from './auth/identity.ts';
import { secondFactor } from './auth/second-factor.ts';
import { callingRules } from './calling-rules/endpoints.ts';
import { blockLists } from './block-lists/endpoints.ts';
import { calls } from './calls/endpoints.ts';
import { campaigns } from './campaigns/endpoints.ts';
import { configuration } from './configuration/endpoints.ts';
import { contacts } from './contacts/endpoints.ts';
import { dashboard } from './dashboard/endpoints.ts';
import { erasure } from './erasure/endpoints.ts';
import { exports } from './exports/endpoints.ts';
import { forms } from './forms/endpoints.ts';
import { installation } from './installation/endpoints.ts';
import { live } from './live/endpoints.ts';
import { loads } from './loads/endpoints.ts';
import { spellings } from './loads/spellings.ts';
import { lookups } from './lookups/endpoints.ts';
import { mail } from './mail/endpoints.ts';
import { monitor } from './monitor/endpoints.ts';
import { notifications } from './notifications/endpoints.ts';
import { personalData } from './personal-data/endpoints.ts';
import { profile } from './profile/endpoints.ts';
import { quickPanel } from './quick-panel/endpoints.ts';
import { retention } from './retention/endpoints.ts';
import { status } from './status/endpoints.ts';
import { campaignStatistics } from './statistics/campaign-endpoints.ts';
import { globalStatistics } from './statistics/global-endpoints.ts';
import { system } from './system/endpoints.ts';
import { users } from './users/endpoints.ts';

/** The whole API. Every group is mounted by the server and called by the typed client. */
export const api = {
  auth,
  identity,
  secondFactor,
  shell,
  audience,
  campaigns,
  callingRules,
  calls,
  contacts,
  configuration,
  dashboard,
  erasure,
  exports,
  forms,
  installation,
  live,
  loads,
  spellings,
  blockLists,
  lookups,
  users,
  personalData,
  retention,
  profile,
  auditLog,
  monitor,
  notifications,
  mail,
  quickPanel,
  campaignStatistics,
  globalStatistics,
  status,
  system,
};

import { isServiceScope, maySideHold, type ServiceRights } from '@campanero/contract/roles';
import { BlockList, isIP, isIPv6 } from 'node:net';

interface Reach {
  scopes: readonly string[];
  external: boolean;
  campaignIds: readonly number[] | null;
  addresses: readonly string[];
  expiresAt: Date;
}

/** Also for an IPv4 address that arrived over IPv6 (`::ffff:…`). */
export function isWithin(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  if (isIP(address) === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    list.addSubnet(base, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Scopes that a later version no longer knows, or that the side may not hold, give nothing. */
export const rightsOf = ({ scopes, external, campaignIds }: Omit<Reach, 'addresses' | 'expiresAt'>): ServiceRights => ({
  external,
  campaignIds,
  scopes: scopes.filter(isServiceScope).filter((scope) => maySideHold(scope, { external, campaignIds })),
});

/** Whether the account may do, reach or last more than before. */
export function isWider(before: Reach, after: Reach): boolean {
  const adds = (now: readonly unknown[], then: readonly unknown[]) => now.some((value) => !then.includes(value));
  const opens = (now: readonly unknown[] | null, then: readonly unknown[] | null) =>
    then !== null && (now === null || adds(now, then));
  const networksOf = ({ addresses }: Reach) => (addresses.length === 0 ? null : addresses);
  return (
    adds(after.scopes, before.scopes) ||
    (before.external && !after.external) ||
    opens(after.campaignIds, before.campaignIds) ||
    opens(networksOf(after), networksOf(before)) ||
    after.expiresAt > before.expiresAt
  );
}

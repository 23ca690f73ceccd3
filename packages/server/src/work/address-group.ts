import { isIPv6 } from 'node:net';

/** Rate limits count a whole IPv6 /64 as one address: a household or office has all of it. */
export function addressGroup(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('%', 1)[0]!.split('::');
  const groups = head ? head.split(':') : [];
  const missing = 8 - groups.length - (tail ? tail.split(':').length : 0);
  const all = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...tail.split(':')];
  return all.slice(0, 4).join(':');
}

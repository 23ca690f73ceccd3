import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Not on the public internet: of this machine, of a private network, of a provider's inside, or reserved (IANA registries). */
const NOT_PUBLIC_V4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);
// Of IPv6 only 2000::/3 is public, without what tunnels IPv4 addresses (Teredo, 6to4) and examples.
const NOT_PUBLIC_V6 = listOf('ipv6', [
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

function listOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !NOT_PUBLIC_V4.check(address);
  return version === 6 && !NOT_PUBLIC_V6.check(address, 'ipv6');
}

/** The address, or one that the name stands for, is not public. */
export class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

/** The host of a URL if it is an address: no name is looked up for it. */
export const numericHostOf = ({ hostname }: URL): string | undefined => {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
};

type Resolve = (
  host: string,
  options: { all: true; hints?: number | undefined },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** For net.connect(), which connects to what this returns: the name cannot stand for another address in between. */
export const publicLookup =
  (resolve: Resolve = lookup): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { all: true, hints: options.hints }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error('no address'), []);
      if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(new PrivateAddress(host), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });

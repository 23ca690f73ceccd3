interface Share {
  name: string;
  amount: number;
}

const NAMED = 50;

/** For the audit: «Ana Díaz: 120, Luis Paz: 119». */
export function inWords(shares: readonly Share[]): string {
  const named = shares.slice(0, NAMED).map(({ name, amount }) => `${name}: ${amount}`);
  const rest = shares.length - named.length;
  return rest > 0 ? `${named.join(', ')} y ${rest} más` : named.join(', ');
}

/** crypto.randomUUID exists only over https and on localhost; this product is also reached by plain http in a house network. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

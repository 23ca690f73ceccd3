export { formatPhone } from './numbers.ts';

export const isDigits = (text: string) => /^\d+$/.test(text);

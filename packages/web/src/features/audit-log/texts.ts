import { formatCount } from '@campanero/contract/shared/numbers';

export const OWN_ONLY = 'Su rol ve solo sus propios registros.';
/** The one filter whose day is not the product's (decisions 2): said where it is chosen. */
export const UTC_DAY = 'Día en hora universal (UTC): va de las 21:00 del día anterior a las 21:00.';

export const recordCount = (total: number, isOwnOnly: boolean) => {
  const records = `${formatCount(total)} ${total === 1 ? 'registro' : 'registros'}`;
  return isOwnOnly ? `${records} ${total === 1 ? 'suyo' : 'suyos'}` : records;
};

export const changeCount = (changes: number, isCreation: boolean) => {
  const fields = changes === 1 ? '1 campo' : `${changes} campos`;
  if (isCreation) return fields;
  return changes === 1 ? `${fields} cambiado` : `${fields} cambiados`;
};

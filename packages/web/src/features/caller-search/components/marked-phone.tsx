import { formatPhone } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material/styles';

const Mark = styled('mark')(({ theme }) => ({
  background: theme.palette.soft.primary.bg,
  color: theme.palette.soft.primary.text,
  borderRadius: 3,
}));

/** The number as it is read, with the digits that were looked for marked at its beginning or its end. */
export function MarkedPhone({ number, digits }: { number: string; digits: string }) {
  const from = number.startsWith(digits) ? 0 : number.length - digits.length;
  const isFound = number.startsWith(digits) || number.endsWith(digits);
  if (!isFound) return <bdi>{formatPhone(number)}</bdi>;
  const [before, marked, after] = cutAtDigits(formatPhone(number), [from, from + digits.length]);
  return (
    <bdi>
      {before}
      <Mark>{marked}</Mark>
      {after}
    </bdi>
  );
}

/** Cuts a spaced number where so many digits have passed; a blank at a cut stays outside of what is marked. */
function cutAtDigits(spaced: string, [from, to]: [number, number]): [string, string, string] {
  const placeOf = (digit: number) => {
    let seen = 0;
    for (let place = 0; place < spaced.length; place += 1) {
      if (/\d/.test(spaced[place]!)) seen += 1;
      if (seen === digit) return place + 1;
    }
    return 0;
  };
  const begin = from === 0 ? 0 : placeOf(from + 1) - 1;
  const end = placeOf(to);
  return [spaced.slice(0, begin), spaced.slice(begin, end), spaced.slice(end)];
}

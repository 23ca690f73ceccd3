import { styled } from '@mui/material/styles';

const Line = styled('span')({ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const Second = styled(Line)(({ theme }) => ({
  fontSize: '0.78125rem',
  lineHeight: '1rem',
  fontWeight: 400,
  color: theme.palette.text.disabled,
}));

/** The value, and under it the field that is compared least. Long ones are cut; the whole text is in the tooltip. */
export function TwoLineCell({ first, second }: { first: string; second: string }) {
  return (
    <>
      <Line title={first}>{first}</Line>
      <Second title={second}>{second}</Second>
    </>
  );
}

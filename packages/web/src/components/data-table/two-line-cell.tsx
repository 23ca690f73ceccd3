import MuiLink from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';

const Line = styled('span')({ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const Second = styled(Line)(({ theme }) => ({
  fontSize: '0.78125rem',
  lineHeight: '1rem',
  fontWeight: 400,
  color: theme.palette.text.disabled,
}));

const NameLink = styled(MuiLink)<{ component: typeof Link; to: string }>(({ theme }) => ({
  textDecorationColor: theme.palette.line.strong,
  textUnderlineOffset: 3,
  // Inside the line, which cuts what stands out of it.
  '&:focus-visible': { outlineOffset: -2 },
}));

interface TwoLineCellProps {
  first: string;
  second: string;
  /** Where the value leads. */
  to?: string | undefined;
  /** A link that steps back behind others. */
  isQuiet?: boolean;
}

/** The value, and under it the field that is compared least. Long ones are cut; the whole text is in the tooltip. */
export function TwoLineCell({ first, second, to, isQuiet = false }: TwoLineCellProps) {
  return (
    <>
      <Line title={first}>
        {to ? (
          <NameLink component={Link} to={to} underline="always" color={isQuiet ? 'inherit' : 'primary'}>
            {first}
          </NameLink>
        ) : (
          first
        )}
      </Line>
      <Second title={second}>{second}</Second>
    </>
  );
}

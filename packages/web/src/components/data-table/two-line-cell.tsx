import MuiLink from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';

/** Two lines hold the longest names at office sizes. */
const First = styled('span')({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  whiteSpace: 'normal',
  lineHeight: '1.0625rem',
});
const Second = styled('span')(({ theme }) => ({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
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

/** The value, and under it the field that is compared least. A name too long for two lines is cut; the whole text is in the tooltip. */
export function TwoLineCell({ first, second, to, isQuiet = false }: TwoLineCellProps) {
  return (
    <>
      <First title={first}>
        {to ? (
          <NameLink
            component={Link}
            to={to}
            underline="always"
            {...(isQuiet && { color: 'textSecondary', sx: { fontWeight: 450 } })}
          >
            {first}
          </NameLink>
        ) : (
          first
        )}
      </First>
      <Second title={second}>{second}</Second>
    </>
  );
}

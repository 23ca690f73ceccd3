import { styled } from '@mui/material/styles';

export const GroupTitle = styled('h3')(({ theme }) => ({
  ...theme.typography.caption,
  margin: 0,
  padding: '14px 20px 6px',
  fontWeight: 550,
  color: theme.palette.text.disabled,
}));

export const PlainList = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

import { styled } from '@mui/material';

/** A list without bullets and indent. */
export const PlainList = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

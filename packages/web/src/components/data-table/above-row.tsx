import { styled } from '@mui/material/styles';

/** A control that keeps its own clicks in a row whose link covers it. */
export const AboveRow = styled('div')({
  position: 'relative',
  zIndex: 3,
  display: 'inline-flex',
  alignItems: 'center',
});

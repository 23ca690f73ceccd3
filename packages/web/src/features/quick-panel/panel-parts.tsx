import { Box, styled, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

const Frame = styled('section')(({ theme }) => ({
  padding: '14px 20px',
  borderTop: `1px solid ${theme.palette.line.soft}`,
}));

interface PanelSectionProps {
  title: string;
  /** At the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
}

export function PanelSection({ title, action, children }: PanelSectionProps) {
  const id = useId();
  return (
    <Frame aria-labelledby={id}>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: '2rem', mb: 1 }}>
        <Typography id={id} variant="h3" component="h3" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Frame>
  );
}

/** Said quietly where there is nothing. */
export const EmptyNote = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary">
    {children}
  </Typography>
);

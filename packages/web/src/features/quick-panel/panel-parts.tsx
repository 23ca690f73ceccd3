import { styled, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Line } from '../../components/layout.tsx';

const Frame = styled('section')(({ theme }) => ({
  padding: '14px 20px',
  borderTop: `1px solid ${theme.palette.line.soft}`,
}));

export function PanelSection({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Frame aria-labelledby={id}>
      <Line gap={0} sx={{ minHeight: '2rem', mb: 1 }}>
        <Typography id={id} variant="h3" component="h3" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {action}
      </Line>
      {children}
    </Frame>
  );
}

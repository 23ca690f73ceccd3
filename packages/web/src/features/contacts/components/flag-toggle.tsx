import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import type { ComponentType } from 'react';

const Toggle = styled(ButtonBase)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  width: '4.125rem',
  height: '2.625rem',
  borderRadius: theme.radius.control,
  border: `1px solid ${theme.palette.line.soft}`,
  color: theme.palette.text.secondary,
  fontSize: '0.65625rem',
  lineHeight: '0.75rem',
  fontWeight: 500,
  '&:hover': { background: theme.palette.surface.subtle },
  '&[aria-pressed="true"]': {
    background: theme.palette.soft.danger.bg,
    borderColor: 'transparent',
    color: theme.palette.soft.danger.text,
    fontWeight: 600,
  },
  '&[aria-pressed="true"][data-good]': {
    background: theme.palette.soft.success.bg,
    color: theme.palette.soft.success.text,
  },
  '&[aria-busy="true"]': { opacity: 0.6, cursor: 'progress' },
  '@container (max-width: 35rem)': { width: 'auto', height: '3rem', fontSize: '0.6875rem', lineHeight: '0.8125rem' },
}));

interface FlagToggleProps {
  label: string;
  /** The whole word, and whose flag it is. */
  name: string;
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>;
  isOn: boolean;
  isGood?: boolean;
  pending: boolean;
  onToggle: () => void;
}

/** Pressed only once the server has said so; until then it says that it is being saved (UX-07). */
export function FlagToggle({ label, name, icon: Icon, isOn, isGood = false, pending, onToggle }: FlagToggleProps) {
  return (
    <Toggle
      aria-label={name}
      aria-pressed={isOn}
      aria-busy={pending}
      data-good={isGood ? '' : undefined}
      onClick={() => !pending && onToggle()}
    >
      <Icon size={17} stroke={1.75} aria-hidden />
      <span>{label}</span>
    </Toggle>
  );
}

import Alert from '@mui/material/Alert';
import { IconAlertTriangle } from './icons.ts';

/** Why the server refused a form, right above its button; what was typed stays in the fields. */
export function FormNote({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <Alert severity="error" role="alert" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}>
      {children}
    </Alert>
  );
}

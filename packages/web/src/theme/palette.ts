import type { PaletteOptions } from '@mui/material';
import { withAlpha } from './color.ts';
import { CHART_COLORS, type ColorRoles, STATUS_COLORS, type StatusColors, type StatusKey } from './tokens.ts';

export type Intent = 'primary' | 'danger' | 'warning' | 'success' | 'info' | 'brass' | 'neutral';

interface OwnPalette {
  surface: { subtle: string; hover: string; selected: string; raised: string; raisedHover: string };
  /** Hairlines, outlines of inputs and checkboxes, and the width of both. */
  line: { soft: string; strong: string; width: number };
  /** Tinted background and readable text on it. */
  soft: Record<Intent, { bg: string; text: string }>;
  status: Record<StatusKey, StatusColors>;
  chart: readonly string[];
  overlay: { scrim: string; tooltip: string; onTooltip: string };
  focusRing: string;
}

declare module '@mui/material/styles' {
  interface Palette extends OwnPalette {}
  interface PaletteOptions extends OwnPalette {}
}

export function paletteOf(mode: 'light' | 'dark', roles: ColorRoles, lineWidth: number): PaletteOptions {
  const { subtle, hover, selected, raised, raisedHover } = roles;
  const intent = (main: string, dark: string, contrastText: string) => ({ main, dark, light: main, contrastText });
  const status = Object.entries(STATUS_COLORS).map(([key, colors]) => [key, colors[mode]]);
  return {
    mode,
    primary: intent(roles.primary, roles.primaryHover, roles.onPrimary),
    secondary: intent(roles.brass, roles.brass, roles.onBrass),
    error: intent(roles.danger, roles.dangerHover, roles.onDanger),
    warning: intent(roles.warning, roles.warning, roles.paper),
    success: intent(roles.success, roles.success, roles.paper),
    info: intent(roles.info, roles.info, roles.paper),
    background: { default: roles.canvas, paper: roles.paper },
    // The lightest text allowed: reasons of disabled controls must be readable.
    text: { primary: roles.text, secondary: roles.text2, disabled: roles.text3 },
    divider: roles.border,
    action: {
      active: roles.text2,
      hover,
      selected,
      focus: withAlpha(roles.primary, 0.12),
      disabled: roles.text3,
      disabledBackground: subtle,
    },
    surface: { subtle, hover, selected, raised, raisedHover },
    line: { soft: roles.border, strong: roles.borderStrong, width: lineWidth },
    soft: {
      primary: { bg: roles.primarySoft, text: roles.onPrimarySoft },
      danger: { bg: roles.dangerSoft, text: roles.onDangerSoft },
      warning: { bg: roles.warningSoft, text: roles.onWarningSoft },
      success: { bg: roles.successSoft, text: roles.onSuccessSoft },
      info: { bg: roles.infoSoft, text: roles.onInfoSoft },
      brass: { bg: roles.brassSoft, text: roles.brassText },
      neutral: { bg: subtle, text: roles.text2 },
    },
    // Outlined, on the card's background.
    status: { ...Object.fromEntries(status), FINALIZANDO: { ...STATUS_COLORS.FINALIZANDO[mode], bg: roles.paper } },
    chart: CHART_COLORS[mode],
    overlay: { scrim: roles.scrim, tooltip: roles.tooltip, onTooltip: roles.onTooltip },
    focusRing: roles.focus,
  };
}

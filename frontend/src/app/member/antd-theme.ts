// antd in Proffer's colours, type and shapes. The seeds come from the palette; antd derives hover, border and disabled
// shades itself.
import { theme, type ThemeConfig } from 'antd';
import { palettes } from '@/shared/theme/palette';

/**
 * The theme of a colour scheme. Without motion, overlays appear at once at their full size: a shortened animation
 * still shrinks them for a frame, in which a press of a button is lost.
 */
export function antdTheme(scheme: 'light' | 'dark', motion: boolean): ThemeConfig {
  const color = palettes[scheme];
  return {
    algorithm: scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: color.pine,
      colorPrimaryHover: color['pine-hover'],
      colorTextLightSolid: color['on-pine'],
      colorLink: color.link,
      colorError: color.danger,
      colorSuccess: color.success,
      colorWarning: color.warning,
      colorInfo: color.pine,
      colorTextBase: color.ink,
      colorTextSecondary: color['ink-muted'],
      colorTextPlaceholder: color['ink-muted'],
      colorBgBase: color.surface,
      colorBgLayout: color.paper,
      colorBgContainer: color.surface,
      colorBgElevated: color.surface,
      colorBorder: color['line-strong'],
      colorBorderSecondary: color.line,
      controlItemBgActive: color['pine-wash'],
      fontFamily: 'var(--font-body)',
      fontSize: 16,
      fontWeightStrong: 650,
      controlHeight: 44,
      borderRadius: 8,
      borderRadiusLG: 14,
      borderRadiusSM: 5,
      wireframe: false,
      motion,
    },
    components: {
      Modal: { titleFontSize: 23 },
      Tooltip: { colorTextLightSolid: '#f2f6f3', colorBgSpotlight: '#15211c' },
    },
  };
}

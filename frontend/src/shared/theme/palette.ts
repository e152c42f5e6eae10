// The seed colours from which antd derives its own shades, per colour scheme. They repeat tokens.css, which
// has the whole palette; palette.test.ts fails if the two differ.
export interface Palette {
  paper: string;
  surface: string;
  line: string;
  'line-strong': string;
  ink: string;
  'ink-muted': string;
  pine: string;
  'pine-hover': string;
  'on-pine': string;
  'pine-wash': string;
  link: string;
  danger: string;
  success: string;
  warning: string;
}

export const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    paper: '#f2f4ef',
    surface: '#ffffff',
    line: '#d9dfd6',
    'line-strong': '#84938a',
    ink: '#15211c',
    'ink-muted': '#53625a',
    pine: '#0f5b48',
    'pine-hover': '#0a4637',
    'on-pine': '#ffffff',
    'pine-wash': '#e0ede7',
    link: '#0f5b48',
    danger: '#a92e23',
    success: '#17663a',
    warning: '#7a5200',
  },
  dark: {
    paper: '#0f1613',
    surface: '#17201c',
    line: '#2b3832',
    'line-strong': '#6d7f76',
    ink: '#e9efeb',
    'ink-muted': '#a3b2aa',
    pine: '#63cba9',
    'pine-hover': '#82d9bd',
    'on-pine': '#06231a',
    'pine-wash': '#183129',
    link: '#7ad6b7',
    danger: '#ff9d8f',
    success: '#7fdca2',
    warning: '#f6cf7d',
  },
};

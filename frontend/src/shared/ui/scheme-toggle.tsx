// Cycles through the colour schemes: system, light, dark.
import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseScheme, useSchemeChoice, type SchemeChoice } from '@/shared/theme/color-scheme';
import { IconButton } from './button';

const steps = {
  system: { next: 'light', Icon: Monitor, words: 'as your system' },
  light: { next: 'dark', Icon: Sun, words: 'light' },
  dark: { next: 'system', Icon: Moon, words: 'dark' },
} as const satisfies Record<SchemeChoice, { next: SchemeChoice; Icon: typeof Sun; words: string }>;

export function SchemeToggle() {
  const { next, Icon, words } = steps[useSchemeChoice()];
  return (
    <IconButton
      label={`Colours: ${words}. Switch to ${steps[next].words}`}
      onClick={() => {
        chooseScheme(next);
      }}
    >
      <Icon aria-hidden size={18} />
    </IconButton>
  );
}

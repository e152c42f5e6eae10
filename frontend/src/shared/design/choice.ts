/** A design being chosen: the picker changes it and the server previews it. */
import type { DesignInput, ProposalTemplate, TemplatePreferences } from '@/api/gen/model';

export interface DesignChoice {
  templateId: string;
  primaryColor: string;
  secondaryColor: string;
  accentColor: string;
  layoutStyle: string;
  fontFamily: string;
  customCss: string;
}

const colorsOf = ({ colorVariables: { primary, secondary, accent } }: ProposalTemplate) => ({
  primaryColor: primary,
  secondaryColor: secondary,
  accentColor: accent,
});

/** A stored design, completed with the colours of its template. */
export function choiceOf(stored: TemplatePreferences, templates: readonly ProposalTemplate[]): DesignChoice {
  const template = templates.find(({ id }) => id === stored.templateId) ?? templates[0];
  const { templateId, primaryColor, layoutStyle, fontFamily } = stored;
  return {
    templateId: template?.id ?? templateId,
    primaryColor,
    secondaryColor: stored.secondaryColor ?? template?.colorVariables.secondary ?? '#2c3e50',
    accentColor: stored.accentColor ?? template?.colorVariables.accent ?? '#f8f9fa',
    layoutStyle,
    fontFamily,
    customCss: stored.customCss ?? '',
  };
}

/** A template with its default colours and font. */
export const firstChoice = (template: ProposalTemplate): DesignChoice => ({
  templateId: template.id,
  ...colorsOf(template),
  layoutStyle: 'default',
  fontFamily: template.fonts[0] ?? '',
  customCss: '',
});

/** Another template: its colours and font are applied, except those the user has chosen. */
export function withTemplate(
  choice: DesignChoice,
  next: ProposalTemplate,
  templates: readonly ProposalTemplate[],
): DesignChoice {
  const before = templates.find(({ id }) => id === choice.templateId);
  const own = before === undefined ? undefined : colorsOf(before);
  const untouched =
    own?.primaryColor === choice.primaryColor &&
    own.secondaryColor === choice.secondaryColor &&
    own.accentColor === choice.accentColor;
  const [font = choice.fontFamily] = next.fonts;
  return {
    ...choice,
    templateId: next.id,
    ...(untouched && colorsOf(next)),
    fontFamily: before?.fonts[0] === choice.fontFamily ? font : choice.fontFamily,
    layoutStyle: next.layouts.includes(choice.layoutStyle) ? choice.layoutStyle : 'default',
  };
}

export const inputOf = ({ customCss, ...choice }: DesignChoice): DesignInput => ({
  ...choice,
  ...(customCss.trim() !== '' && { customCss }),
});

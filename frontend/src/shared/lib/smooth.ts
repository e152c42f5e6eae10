/** The scroll behaviour; a style sheet cannot override a script's. */
export const smoothly = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';

/** How to scroll to something: a style sheet cannot take back what a script asks for. */
export const smoothly = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';

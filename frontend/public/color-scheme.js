// Applies the user's colour scheme before the first paint; without a choice the system's applies. A separate
// file, because the content security policy allows no inline script. The key is that of color-scheme.ts.
try {
  const chosen = localStorage.getItem('proffer.color-scheme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is blocked: the system's scheme applies.
}

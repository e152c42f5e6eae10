/** The company's terms, appended to every proposal under their own heading. Plain text: line breaks are kept. */
export function TermsAndConditions({ text }: { text: string }) {
  return (
    <section className="doc doc-terms" aria-labelledby="terms-and-conditions">
      <h2 id="terms-and-conditions">Terms and Conditions</h2>
      {text
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
    </section>
  );
}

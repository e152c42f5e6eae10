// The frame of a pre-rendered page: its head, and the one script that every page has. Nothing is inline, as the content security
// policy has it.
import type { ReactNode } from 'react';
import displayFont from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import bodyFont from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url';

/** Filled in by the server, as everything in double braces. */
const BASE_URL = '{{base_url}}';

export interface Head {
  title: string;
  description: string;
  /** Where the page is found; for one that is to be found and passed on. */
  path?: string;
}

interface Props {
  head: Head;
  /** Addresses of the style sheets. */
  styles: string[];
  children: ReactNode;
}

export function Document({ head: { title, description, path }, styles, children }: Props) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <meta name="theme-color" content="#f2f4ef" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1613" media="(prefers-color-scheme: dark)" />
        {path !== undefined && (
          <Shared title={title} description={description} address={`${BASE_URL}${path}`} />
        )}
        {[displayFont, bodyFont].map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <script src="/color-scheme.js" />
      </head>
      <body>{children}</body>
    </html>
  );
}

/** What search engines and chats make a preview of. */
function Shared({ title, description, address }: { title: string; description: string; address: string }) {
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Proffer" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${BASE_URL}/og.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta
        property="og:image:alt"
        content="Proffer: paste your notes, send a proposal they can sign. Beside it a proposal with a signature."
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

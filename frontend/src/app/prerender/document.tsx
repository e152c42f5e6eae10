// The frame of a pre-rendered page: its head, and the one script of every page. Nothing is inline,
// because of the content security policy.
import type { ReactNode } from 'react';
import displayFont from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import bodyFont from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url';

/** Filled in by the server, like everything in double braces. */
const BASE_URL = '{{base_url}}';

export interface Head {
  title: string;
  description: string;
  /** The canonical address, for pages that may be indexed and shared. */
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

/** Metadata for previews in search engines and chats. */
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
        content="Proffer: paste your notes, send a proposal they can sign. On the right, a proposal with a signature."
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

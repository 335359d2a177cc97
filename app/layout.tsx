import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { FrameworkReady } from '@/lib/ui/framework-ready'
import { readTheme } from './_site/theme'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Turnpike', template: '%s · Turnpike' },
  description: 'Sell anything behind HTTP 402 and buy it with a wallet.',
}

export const viewport: Viewport = { colorScheme: 'light dark', width: 'device-width', initialScale: 1 }

const everywhere = ['ibm-plex-sans-latin-400-normal', 'ibm-plex-sans-latin-600-normal', 'literata-latin-600-normal']

/** Reading the theme's cookie also makes each page render per request, which the nonce of its scripts needs. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-theme={await readTheme()}>
      <head>
        {everywhere.map((face) => (
          <link
            key={face}
            rel="preload"
            href={`/fonts/${face}.woff2`}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
      </head>
      <body>
        {children}
        <FrameworkReady />
      </body>
    </html>
  )
}

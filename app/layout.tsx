import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { accentStyles } from '@/lib/site/ui/accent-styles'
import { FrameworkReady } from '@/lib/site/ui/framework-ready'
import { ClientMessages } from './_components/client-messages'
import { readLanguage } from './_components/language'
import { sharedAs } from './_components/preview'
import { SiteFrame } from './_components/site-frame'
import { readTheme } from './_components/theme'
import { siteFacts } from './_server/site-facts'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  // Settings of the running server, not of the build.
  await connection()
  const { name, mark, origin, networks, walletConnectProjectId, onRampUrl } = siteFacts()
  const t = await getTranslations('site')
  return {
    ...sharedAs({ title: t('description'), description: t('description') }),
    metadataBase: new URL(origin),
    title: { default: name, template: `%s · ${name}` },
    applicationName: name,
    icons: { icon: mark ?? '/icon.svg', apple: mark ?? '/apple-touch-icon.png' },
    // For scripts that load late, on pages that know nothing of wallets (lib/site/browser/site-setting.ts).
    other: {
      'payment-networks': networks.join(' '),
      ...(walletConnectProjectId && { 'walletconnect-project-id': walletConnectProjectId }),
      ...(onRampUrl && { 'on-ramp-url': onRampUrl }),
    },
  }
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#faf7f0' },
    { media: '(prefers-color-scheme: dark)', color: '#14181d' },
  ],
}

const everywhere = ['ibm-plex-sans-latin-400-normal', 'ibm-plex-sans-latin-600-normal', 'literata-latin-600-normal']

/** Reading the theme's cookie also makes each page render per request, which the nonce of its scripts needs. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = await readTheme()
  const { accentColor } = siteFacts()
  return (
    <html lang={await readLanguage()} data-theme={theme}>
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
        {accentColor && <style>{accentStyles(accentColor)}</style>}
      </head>
      <body>
        <ClientMessages>
          <SiteFrame>{children}</SiteFrame>
        </ClientMessages>
        <FrameworkReady />
      </body>
    </html>
  )
}

import { useTranslations } from 'next-intl'
import type { DeviceCode as Code } from '@/lib/site/browser/browser-wallet'
import { CopyButton } from '@/lib/site/ui/copy-button'

/** Apps that open such a link as their own. */
const apps = { MetaMask: 'metamask', Rainbow: 'rainbow', 'Trust Wallet': 'trust' }

/** The code that connects a wallet on another device; where there is no other, links into its apps. */
export function DeviceCode({ code: { link, size, path } }: { code: Code }) {
  const t = useTranslations('wallet.code')
  return (
    <div role="group" aria-label={t('title')} className="grid justify-items-center gap-2">
      <p className="font-strong">{t('title')}</p>
      {/* Cameras need dark squares on white, and a white border, in every theme. */}
      <svg
        viewBox={`-4 -4 ${size + 8} ${size + 8}`}
        className="w-full max-w-72"
        shapeRendering="crispEdges"
        aria-hidden
      >
        <rect x={-4} y={-4} width={size + 8} height={size + 8} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <ul className="hidden flex-wrap justify-center gap-x-4 pointer-coarse:flex">
        {Object.entries(apps).map(([name, scheme]) => (
          <li key={name}>
            <a
              href={`${scheme}://wc?uri=${encodeURIComponent(link)}`}
              className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
            >
              {t('openIn', { name })}
            </a>
          </li>
        ))}
      </ul>
      <CopyButton value={link} name={t('name')} idle={t('copy')} />
    </div>
  )
}

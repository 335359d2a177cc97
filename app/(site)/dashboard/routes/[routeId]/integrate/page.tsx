import { getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_components/missing-page'
import { find, read, readOwnShop, titledForSellers } from '@/app/(site)/dashboard/_server/dashboard'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Notice } from '@/lib/site/ui/notice'
import { Unfold } from '@/lib/site/ui/section'

export const generateMetadata = titledForSellers('routes.integrate.title')

/** The first two calls stand open: one that sees the price, and one that pays it. */
export default async function IntegratePage({ params }: { params: Promise<{ routeId: string }> }) {
  await readOwnShop()
  const route = await find('getRoute', await params)
  if (!route) return <MissingPage />
  const { snippets } = await read('getSnippets', await params)
  const all = await getTranslations('routes')
  const t = await getTranslations('routes.integrate')
  return (
    <div className="grid max-w-[52rem] gap-8">
      {route.state !== 'live' && (
        <Notice tone="waiting" title={all('notLive')}>
          <p>{t('notLive')}</p>
        </Notice>
      )}
      {snippets.length === 0 && <p>{t('nothing')}</p>}
      <div className="border-t border-ink">
        {snippets.map(({ title, name, code }, index) => (
          <section key={title} aria-label={title} className="border-b border-rule">
            <details open={index < 2}>
              <summary className="flex cursor-pointer list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
                <div>
                  <h2 className="font-strong">{title}</h2>
                  {t.has(title as 'curl') && <p className="text-small text-quiet">{t(title as 'curl')}</p>}
                </div>
                <Unfold />
              </summary>
              <div className="pb-6">
                <CodeBlock code={code} name={name} />
              </div>
            </details>
          </section>
        ))}
      </div>
      <p className="text-small text-quiet">{t('parameters')}</p>
    </div>
  )
}

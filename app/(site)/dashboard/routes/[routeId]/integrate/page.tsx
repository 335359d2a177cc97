import { getTranslations } from 'next-intl/server'
import { MissingThing } from '@/app/(site)/dashboard/_components/missing-thing'
import { find, read, titledForSellers } from '@/app/(site)/dashboard/_server/dashboard'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Notice } from '@/lib/site/ui/notice'
import { Section } from '@/lib/site/ui/section'

export const generateMetadata = titledForSellers('routes.integrate.title')

export default async function IntegratePage({ params }: { params: Promise<{ routeId: string }> }) {
  const route = await find('getRoute', await params)
  if (!route) return <MissingThing />
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
      {snippets.map(({ title, name, code }) => (
        <Section key={title} id={`snippet-${title}`} title={title} className="grid gap-2">
          {t.has(title as 'curl') && <p className="text-quiet">{t(title as 'curl')}</p>}
          <CodeBlock code={code} name={name} />
        </Section>
      ))}
      <p className="text-small text-quiet">{t('parameters')}</p>
    </div>
  )
}

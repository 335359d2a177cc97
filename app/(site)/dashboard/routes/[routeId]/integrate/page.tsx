import { getTranslations } from 'next-intl/server'
import { titledForSellers } from '@/app/(site)/dashboard/_server/dashboard'
import { readRoute, readSnippets } from '@/app/(site)/dashboard/_server/seller-reads'
import { MissingThing } from '@/app/(site)/dashboard/_shell/missing-thing'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Notice } from '@/lib/site/ui/notice'

export const generateMetadata = titledForSellers('routes.integrate.title')

const purposes: Record<string, 'curl' | 'typeScript' | 'python' | 'mcp'> = {
  curl: 'curl',
  TypeScript: 'typeScript',
  Python: 'python',
  MCP: 'mcp',
}

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
      {snippets.map(({ title, name, code }) => {
        const purpose = purposes[title]
        return (
          <section key={title} aria-labelledby={`snippet-${title}`} className="grid gap-2">
            <h2 id={`snippet-${title}`} className="text-title font-strong">
              {title}
            </h2>
            {purpose && <p className="text-quiet">{t(purpose)}</p>}
            <CodeBlock code={code} name={name} />
          </section>
        )
      })}
      <p className="text-small text-quiet">{t('parameters')}</p>
    </div>
  )
}

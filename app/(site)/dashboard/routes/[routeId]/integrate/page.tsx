import { getTranslations } from 'next-intl/server'
import { siteFacts } from '@/app/_server/site-facts'
import { titled } from '@/app/_site/titled'
import { readRoute, readSnippets } from '@/app/(site)/dashboard/_server/seller-reads'
import { MissingThing } from '@/app/(site)/dashboard/_shell/missing-thing'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Notice } from '@/lib/site/ui/notice'
import { Section } from '@/lib/site/ui/section'

export const generateMetadata = titled('routes.integrate.title')

const purposes: Record<string, 'curl' | 'typeScript' | 'python' | 'mcp'> = {
  curl: 'curl',
  TypeScript: 'typeScript',
  Python: 'python',
  MCP: 'mcp',
}

/** Code for buyers: the route's own address, method, parameters and price in each language. */
export default async function IntegratePage({ params }: { params: Promise<{ routeId: string }> }) {
  const route = await readRoute((await params).routeId)
  if (!route) return <MissingThing />
  const [snippets, { origin }] = await Promise.all([readSnippets(route), siteFacts()])
  const all = await getTranslations('routes')
  const t = await getTranslations('routes.integrate')
  const goods = new URL(route.url).pathname
  const hasCard = route.method === 'GET' && !route.path.includes('[')
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
      {hasCard && (
        <Section id="own-site" title={t('website')} className="grid gap-2">
          <p className="text-quiet">{t('card')}</p>
          <CodeBlock code={scriptTag(origin, goods)} name={t('cardCode')} />
          <p className="text-quiet">{t('button')}</p>
          <CodeBlock code={scriptTag(origin, goods, 'button')} name={t('buttonCode')} />
          <p className="text-quiet">{t('frame')}</p>
          <CodeBlock
            code={`<iframe src="${origin}/embed${goods}" title="For sale" style="border:0;width:100%;max-width:28rem;height:176px"></iframe>`}
            name={t('frameCode')}
          />
        </Section>
      )}
      <p className="text-small text-quiet">{t('parameters')}</p>
    </div>
  )
}

const scriptTag = (origin: string, goods: string, show?: 'button') =>
  `<script async src="${origin}/embed.js" data-goods="${goods}"${show ? ` data-show="${show}"` : ''}></script>`

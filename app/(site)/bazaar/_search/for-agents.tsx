import { useTranslations } from 'next-intl'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Section } from '@/lib/site/ui/section'
export function ForAgents({ origin }: { origin: string }) {
  const t = useTranslations('bazaar.agents')
  const documents = [
    ['/llms.txt', 'llms.txt'],
    ['/facilitator/discovery/openapi.json', 'OpenAPI'],
    ['/.well-known/x402', t('sells')],
  ]
  return (
    <Section id="agents" title={t('title')} className="grid max-w-measure gap-4">
      <p>{t('about')}</p>
      <CodeBlock
        code={`Read ${origin}/llms.txt. Search ${origin}/facilitator/discovery/search?query=… for a paid resource that does what I need, tell me its price, and pay for it by x402 after I agree.`}
        name={t('instruction')}
      />
      <p className="flex flex-wrap gap-x-6">
        {documents.map(([href, title]) => (
          <a
            key={href}
            href={href}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
          >
            {title}
          </a>
        ))}
      </p>
    </Section>
  )
}

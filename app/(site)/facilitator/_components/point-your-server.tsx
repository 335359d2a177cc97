import { useTranslations } from 'next-intl'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'

const usage = (url: string, needsKey: boolean) => `import { HTTPFacilitatorClient } from '@x402/core/server'

const facilitator = new HTTPFacilitatorClient({
  url: '${url}',${
    needsKey
      ? `
  createAuthHeaders: async () => {
    const headers = { Authorization: \`Bearer \${process.env.FACILITATOR_KEY}\` }
    return { verify: headers, settle: headers, supported: {} }
  },`
      : ''
  }
})`

export function PointYourServer({ url, needsKey }: { url: string; needsKey: boolean }) {
  const t = useTranslations('facilitator.point')
  return (
    <Section id="point" title={t('title')} className="grid max-w-measure gap-4">
      <p>{t('about')}</p>
      <CodeBlock code={url} name={t('url')} />
      <CodeBlock code={usage(url, needsKey)} name={t('example')} />
      {needsKey && <p>{t('key')}</p>}
      <p>
        <Link href={`${url}/openapi.json`}>{t('openapi')}</Link>
      </p>
    </Section>
  )
}
